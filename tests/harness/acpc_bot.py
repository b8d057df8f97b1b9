"""A player of the ACPC protocol in plain Python, which misbehaves as it is told: HOST PORT HOW.

It calls, until its fifth answer comes due or, for what is done at the start, before.
"""

import os
import signal
import socket
import sys
import time

host, port, how = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""


def misbehave() -> None:
    if how == "exit":
        sys.exit(3)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if how == "memory":
        bytearray(1 << 40)
    if how == "fork":
        while True:
            os.fork()
    if how == "fill the disk":
        with open("big", "wb") as file:
            while True:
                file.write(bytes(1 << 20))
                file.flush()
    if how.startswith("read"):
        try:
            open(how.partition(" ")[2]).close()
        except PermissionError:
            sys.exit(9)
    if how.startswith("wait"):
        with open(how.partition(" ")[2], "w") as file:
            file.write(f"{os.getpid()}\n")
        while True:
            time.sleep(1)
    if how.startswith("orphan"):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            with open(how.partition(" ")[2], "a") as file:
                file.write(f"{os.getpid()}\n")
            os.write(writer, b"x")
            while True:
                time.sleep(1)
        os.read(reader, 1)
        os._exit(0)


if how == "exit at start":
    sys.exit(1)
if how == "never connects":
    while True:
        time.sleep(1)
if how.startswith("stay"):
    diary, _, how = how.removeprefix("stay ").partition(" ")
    with open(diary, "a") as file:
        file.write(f"{os.getpid()}\n")
    # a child for every match, and so nothing is remembered; it is the parent who has to last
    while os.fork():
        code = os.waitstatus_to_exitcode(os.wait()[1])
        if code:
            sys.exit(code)
line = socket.create_connection((host, port))
token = os.environ.get("RAILBIRD_TOKEN")
line.sendall((f"TOKEN:{token}\r\n" if token else "").encode() + b"VERSION:2.0.0\r\n")
count = 0
for text in line.makefile("r", newline="\n"):
    position, hand, betting = text.rstrip().split(":")[1:4]
    # Kuhn for two: position 0 acts first, and again after a raise that follows its check
    if betting in ("cc", "cf", "rc", "rf", "crc", "crf"):
        continue
    if len(betting) % 2 == int(position):
        count += 1
        if count == 5:
            misbehave()
        line.sendall(text.rstrip().encode() + b":c\r\n")
