"""The commands about runs of plans: begin one, follow it, answer and steer it, take it back."""
