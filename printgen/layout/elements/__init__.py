"""Box generation: from the elements of a template to boxes without sizes."""
