"""The floor: all tables of a process, the other processes beside it, switches, the manifest, the demonstration."""
