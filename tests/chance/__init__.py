"""Chance, held to dealing by hand and to published figures."""
