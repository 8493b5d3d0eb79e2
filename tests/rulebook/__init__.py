"""Rulebooks: reading, checking, settling, against the second implementation."""
