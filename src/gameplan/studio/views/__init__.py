"""What is shown: pure functions from how things stand to what the API gives. Everything leaves through these."""
