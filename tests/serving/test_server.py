"""The server: it answers its own page alone, and goes on whatever comes."""

import http.client
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fastfuto.serving import server as serving
from fastfuto.serving.server import MOST_BYTES, TOKEN, Server

ASK = json.dumps({"do": "generate", "family": "futoshiki", "n": 5, "level": "easy", "seed": "7"})


@pytest.fixture
def server():
    with Server(0, "token", "<p>page</p>") as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(server, body=ASK, path="/ask", method="POST", **changed):
    """Return the status and what was answered; a header that is None is left out."""
    host = server.address.removeprefix("http://").rstrip("/")
    headers = {"Host": host, "Origin": f"http://{host}", TOKEN: "token", **changed}
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    connection.putrequest(method, path, skip_host=True)
    for name, value in headers.items():
        if value is not None:
            connection.putheader(name, value)
    if body is not None and "Content-Length" not in changed:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    if body:
        connection.send(body.encode())
    answer = connection.getresponse()
    found = answer.status, answer.read(), dict(answer.headers)
    connection.close()
    return found


def test_the_page_and_what_it_asks(server):
    status, page, headers = ask(server, None, "/", "GET", Origin=None)
    assert (status, page) == (200, b"<p>page</p>")
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Server"] == "fastfuto"
    status, text, headers = ask(server)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert json.loads(text)["grade"]["level"] == "easy"
    host = f"localhost:{server.server_port}"
    assert ask(server, Host=host, Origin=f"http://{host}")[0] == 200
    assert ask(server, None, "/etc/passwd", "GET")[0] == 404
    assert ask(server, path="/ask/../x")[0] == 404
    assert ask(server, method="PUT")[0] == 501


@pytest.mark.parametrize(
    "changed",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": None},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": None},
        {TOKEN: None},
        {TOKEN: ""},
        {TOKEN: "tokem"},
        {TOKEN: "t\xf6ken"},
    ],
)
def test_others_are_refused(server, changed):
    status, text, _ = ask(server, **changed)
    assert status == 403
    assert json.loads(text).keys() == {"error"}
    assert ask(server)[0] == 200


def test_a_page_of_another_name_is_not_given(server):
    assert ask(server, None, "/", "GET", Host="evil.example", Origin=None)[0] == 403


def test_large_and_broken_requests(server):
    for size in (str(MOST_BYTES + 1), "1000000", "-1", "x", "1" * 5000, "+5", "٣".encode().decode("latin-1")):
        assert ask(server, "", **{"Content-Length": size})[0] == 413, size
    assert ask(server, None)[0] == 413  # It does not say how long it is.
    for body in ("", "{", "[" * 100_000, "\0", "nul"):
        status, text, _ = ask(server, body)
        assert status in (200, 400), body
        assert json.loads(text).keys() == {"error"}
    for body in ("null", "3", '{"do": "nothing"}', '{"do": "read", "text": "<script>"}'):
        status, text, _ = ask(server, body)
        assert (status, json.loads(text).keys()) == (200, {"error"})
    assert ask(server)[0] == 200


def test_a_megabyte_that_is_sent_all_the_same(server):
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        head = (
            f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nContent-Length: 1000000\r\n\r\n"
        )
        try:
            connection.sendall(head.encode() + b"x" * 1_000_000)
            connection.recv(100)
        except OSError:
            pass  # It hangs up before it has read everything.
    assert ask(server)[0] == 200


def test_a_hundred_at_once(server):
    with ThreadPoolExecutor(100) as threads:
        answers = list(threads.map(lambda _: ask(server), range(100)))
    assert [status for status, *_ in answers] == [200] * 100
    assert len({text for _, text, _ in answers}) == 1


def test_too_many_at_a_time_are_told(server, monkeypatch):
    monkeypatch.setattr(serving, "WAITING", 0.0)
    with server.turn(), server.turn(), server.turn(), server.turn():
        status, text, _ = ask(server)
    assert (status, json.loads(text)) == (503, {"error": "There are too many requests at a time."})
    assert ask(server)[0] == 200


def test_connections_on_which_nothing_comes_end(server, monkeypatch):
    assert 0 < serving._Handler.timeout <= 30
    monkeypatch.setattr(serving._Handler, "timeout", 0.05)
    silent = [socket.create_connection(("127.0.0.1", server.server_port)) for _ in range(60)]
    assert ask(server)[0] == 200
    for each in silent:
        each.close()
