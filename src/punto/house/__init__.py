"""The running house: tables on durable books, the people at them, and the floor that holds them together.

`tables` runs one table, `people` knows accounts and roles, `floor` holds all tables of a process with their clock, the
other processes, the switches and the software's manifest. `House` opens all of it on a database.
"""
