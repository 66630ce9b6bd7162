"""The server: it hands out its page alone, on this machine alone, and goes on whatever comes."""

import http.client
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from fastfuto.serving import server as serving
from fastfuto.serving.server import LOOPBACK, MOST_BYTES, Server


@pytest.fixture
def server():
    with Server(0, "<p>page</p>") as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(server, path="/", method="GET", body=None, **changed):
    """Return the status and what was answered; a header that is None is left out."""
    connection = http.client.HTTPConnection(LOOPBACK, server.server_address[1], timeout=30)
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": server.address.removeprefix("http://").rstrip("/"), **changed}.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, answer.read(), dict(answer.headers)
    connection.close()
    return found


def connect(server):
    return socket.create_connection((LOOPBACK, server.server_address[1]), timeout=30)


def received(server, text):
    """Return what comes after a text; nothing if the server hangs up before it has read everything."""
    with connect(server) as connection:
        try:
            connection.sendall(text)
            return connection.recv(100)
        except ConnectionError:
            return b""


def test_the_page_is_handed_out(server):
    status, page, headers = ask(server)
    assert (status, page) == (200, b"<p>page</p>")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"
    assert ask(server, Host=f"localhost:{server.server_address[1]}")[0] == 200
    assert server.server_address[0] == LOOPBACK


@pytest.mark.parametrize("path", ["/ask", "/etc/passwd", "/../x", "//", "/?", "http://evil.example/", "*"])
def test_there_is_nothing_else(server, path):
    assert ask(server, path)[0] == 404
    assert ask(server)[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "HEAD", "OPTIONS", "DELETE", "get", "X"])
def test_it_can_only_be_fetched(server, method):
    assert ask(server, method=method)[0] == 405
    assert ask(server, "/ask", method, b'{"do": "grade"}', **{"Content-Length": "15"})[0] == 405
    assert ask(server)[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "", None])
def test_a_page_of_another_name_is_not_given(server, host):
    status, text, _ = ask(server, Host=host)
    assert status == 403
    assert b"page</p>" not in text


def test_two_names_are_refused(server):
    host = server.address.removeprefix("http://").rstrip("/")
    text = f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n"
    assert received(server, text.encode())[:12] == b"HTTP/1.1 403"


@pytest.mark.parametrize(
    "text",
    [b"\r\n\r\n", b"GET\r\n\r\n", b"\0" * 99 + b"\r\n\r\n", b"G" * MOST_BYTES, b"\xff\r\n" * MOST_BYTES],
)
def test_broken_and_large_requests(server, text):
    assert received(server, text)[:12] in (b"", b"HTTP/1.1 403")
    assert ask(server)[0] == 200


def test_a_megabyte_that_is_sent_all_the_same(server):
    head = b"POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n"
    assert received(server, head + b"x" * 1_000_000)[:12] in (b"", b"HTTP/1.1 403")
    assert ask(server)[0] == 200


def test_a_hundred_at_once(server):
    with ThreadPoolExecutor(100) as threads:
        answers = list(threads.map(lambda _: ask(server), range(100)))
    assert [(status, text) for status, text, _ in answers] == [(200, b"<p>page</p>")] * 100


def test_connections_on_which_little_comes_do_not_keep_others_away_and_end(server, monkeypatch):
    assert 0 < serving.LONGEST <= 30
    monkeypatch.setattr(serving, "LONGEST", 0.5)
    slow = [connect(server) for _ in range(60)]
    begin, n_ended = time.monotonic(), 0
    while time.monotonic() < begin + 20 and n_ended < len(slow):
        n_ended = 0
        for each in slow:
            try:
                each.sendall(b"G")
            except OSError:
                n_ended += 1
        assert ask(server)[0] == 200
        time.sleep(0.05)
    assert n_ended == len(slow)
    for each in slow:
        each.close()


def test_threads_that_cannot_be_started_are_survived(server, monkeypatch):
    def start(self):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as changed:
        changed.setattr(threading.Thread, "start", start)
        for _ in range(64):
            assert not received(server, b"GET / HTTP/1.1\r\n\r\n")
    assert ask(server)[0] == 200
