"""The documented API: one file for each noun. The pages use this and nothing else."""
