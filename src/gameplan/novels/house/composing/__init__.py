"""The parts from which the house author composes a novel."""
