"""Run the stages in order: check, compose, impose, write, proof, publish."""
