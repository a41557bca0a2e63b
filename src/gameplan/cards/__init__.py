"""The card table: what lies where, who sees it, and who plays."""
