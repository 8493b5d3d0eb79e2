"""Requests as bytes on a socket: what no library would send."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec


@contextmanager
def line_to(port: int, host: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection((host, port), 10) as line:
        yield line


def answer_of(line: socket.socket) -> tuple[int, str]:
    """Status and code of whatever is answered until the other side hangs up; 0 where it says nothing."""
    answer = all_of(line)
    if not answer:
        return 0, ""
    head, _, body = answer.partition(b"\r\n\r\n")
    code = msgspec.json.decode(body)["error"]["code"] if b'"error"' in body else ""
    return int(head.split(b" ", 2)[1]), code


def all_of(line: socket.socket) -> bytes:
    answer = b""
    while octets := line.recv(65536):
        answer += octets
    return answer


def answered(line: socket.socket) -> bytes:
    """One whole answer of known length."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        octets = line.recv(65536)
        assert octets, answer
        answer += octets
    head, _, body = answer.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    while len(body) < length:
        octets = line.recv(65536)
        assert octets, answer
        body += octets
    return head
