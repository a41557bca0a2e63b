"""The house players."""
