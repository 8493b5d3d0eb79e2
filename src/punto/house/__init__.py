"""The house: tables on durable books, and the people at them.

`desk.Desk` runs one table on a store; `shuffler.seal_shoe` shuffles its cards.
"""
