"""Where do people look? The web studio: its API, its pages, and what keeps both safe."""
