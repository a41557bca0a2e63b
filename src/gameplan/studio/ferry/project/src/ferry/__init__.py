"""When does the ferry sail?"""

__version__ = "1.4.0"
