"""The engine of docs/limits.md, for a test."""

from concurrent.futures import Executor

from distributed import LocalCluster


def start() -> Executor:
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    executor: Executor = cluster.get_client().get_executor()
    return executor
