"""How a server is found and reached.

`neighbourhood` is the list of servers, kept up by `discovery`, which listens (`browsing`) and asks (`greeting`).
An `addresses.Address` is what a person types; `dialling` connects to it and checks its certificate against `pins`.
`identity` and `tokens` have who comes in, `linkwords` why nobody does. `listing` asks for tables once and leaves.
"""
