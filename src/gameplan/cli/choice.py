"""Which models are used: those that were set, else the best that a key is there for, else the house models."""

from gameplan.settings.choice import EXECUTOR_MODEL, PROVIDERS, Choice, Provider, choose, providers_installed

__all__ = ["EXECUTOR_MODEL", "PROVIDERS", "Choice", "Provider", "choose", "providers_installed"]
