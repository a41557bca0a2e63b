"""What happens in a novel, and why? The Director: rules that make beats of a package, and plays that keep them."""
