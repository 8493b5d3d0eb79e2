"""The routes: one module a resource. Each answers a struct of `view`, and the OpenAPI document is made from these."""
