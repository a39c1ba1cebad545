from tests.live.conftest import open_socket

__all__ = ["open_socket"]
