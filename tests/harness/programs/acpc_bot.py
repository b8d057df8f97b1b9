"""A player of the ACPC protocol in plain Python, which misbehaves as requested: HOST PORT HOW.

It calls at limit Kuhn and no-limit hold'em for two, until its fifth answer comes due or, for what
is done at the start, before.
"""

import os
import re
import signal
import socket
import sys
import time

GIGABYTE = 1 << 30
host, port, how = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
deed, _, what = how.partition(" ")


def misbehave(line: socket.socket, answer: bytes) -> bytes:
    """Do it, and return what is to be sent for an answer."""
    if deed == "exit":
        sys.exit(3)
    if deed == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if deed == "signal":
        os.kill(os.getpid(), signal.SIGRTMIN + 1)
    if deed == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if deed == "memory":
        bytearray(1 << 40)
    if deed == "fork":
        while True:
            os.fork()
    if deed == "disk":
        with open("big", "wb") as file:
            while True:
                file.write(bytes(1 << 20))
                file.flush()
    if deed == "read":
        try:
            open(what).close()
        except PermissionError:
            sys.exit(9)
    if deed == "wait" and os.path.exists(what):
        with open(what, "w") as file:
            file.write(f"{os.getpid()}\n")
        while True:
            time.sleep(1)
    if deed == "half":
        line.sendall(answer[:9])
        while True:
            time.sleep(1)
    if deed == "gigabyte":
        for _ in range(GIGABYTE >> 20):
            line.sendall(b"x" * (1 << 20))
    if deed == "orphan":
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            with open(what, "a") as file:
                file.write(f"{os.getpid()}\n")
            os.write(writer, b"x")
            while True:
                time.sleep(1)
        os.read(reader, 1)
        os._exit(0)
    noise = {
        "garbage": bytes(range(256)) + b"\n",
        "old": b"MATCHSTATE:0:0::Ks|:c\r\n",
        "early": answer,
        "thousands": answer * 5000,
    }
    action = what.encode() if deed == "act" else b"c"
    return noise.get(deed, b"") + answer.rstrip().rpartition(b":")[0] + b":" + action + b"\r\n"


def acting_position(betting: str) -> int | None:
    """Whose turn it is; None where the hand is over."""
    *before, last = betting.split("/")
    letters = re.sub("[0-9]", "", last)
    is_called = letters == "cc" or ("r" in letters and letters.endswith("c"))
    is_kuhn = "n" not in sys.argv[4:]
    if "f" in betting or "r20000c" in betting or (is_called and (is_kuhn or len(before) == 3)):
        return None
    return (len(letters) + (not is_kuhn and not before)) % 2


if deed == "leaves":
    sys.exit(1)
if deed == "home":
    os.rename(os.environ["HOME"], f"{os.environ['HOME']}-moved")
    os.symlink(what, os.environ["HOME"])
if deed == "hides":
    while True:
        time.sleep(1)
if deed == "stay":
    diary, _, deed = what.partition(" ")
    with open(diary, "a") as file:
        file.write(f"{os.getpid()}\n")
    # a child for every match, and so nothing is remembered; it is the parent who has to last
    while os.fork():
        code = os.waitstatus_to_exitcode(os.wait()[1])
        if code:
            sys.exit(code)
connection = socket.create_connection((host, port))
token = os.environ.get("RAILBIRD_TOKEN")
version = b"VERSION:1.0.0\r\n" if deed == "version" else b"VERSION:2.0.0\r\n"
connection.sendall((f"TOKEN:{token}\r\n" if token else "").encode() + version)
count = 0
for text in connection.makefile("r", newline="\n"):
    position, hand, betting = text.rstrip().split(":")[1:4]
    if acting_position(betting) == int(position):
        count += 1
        usual = text.rstrip().encode() + b":c\r\n"
        connection.sendall(misbehave(connection, usual) if count == 5 else usual)
