"""The services behind the gateway: six small ones that really act on the records of the connected account."""
