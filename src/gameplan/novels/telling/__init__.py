"""How is a beat of a novel told? The Director's pack becomes frames: by a model, through a gate, or by templates."""
