"""Elements become boxes without sizes."""
