"""The shapes of what is answered: the OpenAPI document tells them, and a test holds the answers to them.

They only describe. What is answered are plain values, put together where they are known.
"""
