"""Punto, a baccarat house as software."""
