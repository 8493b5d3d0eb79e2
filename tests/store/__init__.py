"""The books, held to one contract on both engines, and to being killed at any moment."""
