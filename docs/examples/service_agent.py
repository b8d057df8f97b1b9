"""An agent as a web handler: raises with a pair, else checks or calls small bets."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Agent(BaseHTTPRequestHandler):
    def do_POST(self):
        seen = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["observation"]
        action = {"kind": "call" if seen["to_call"] * 3 <= seen["pot"] else "fold"}
        if seen["hole_cards"][0][0] == seen["hole_cards"][1][0] and "raise" in seen["legal"]:
            action = {"kind": "raise", "amount": seen["min_raise_to"]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(action).encode())


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Agent)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
