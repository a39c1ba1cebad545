from tests.live.conftest import open_socket, reads

__all__ = ["open_socket", "reads"]
