"""Simulation: figures against exact values, plans, counts, engines and what bad input gets."""
