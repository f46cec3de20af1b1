"""The servers that this program starts: to play the computer, and for others on the network.

`childserver` starts one, under a `warden` that ends it with us; `ownserver` does so without keeping the screen
waiting, and `publicserver` is the one for others, which may outlive the run and is found again.
"""
