// An agent as a web handler: raises with a pair, else checks or calls small bets.
import { createServer } from "node:http";

function act(seen) {
  const isPair = seen.hole_cards[0][0] === seen.hole_cards[1][0];
  if (isPair && seen.legal.includes("raise")) return { kind: "raise", amount: seen.min_raise_to };
  return { kind: seen.to_call * 3 <= seen.pot ? "call" : "fold" };
}

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => response.end(JSON.stringify(act(JSON.parse(body).observation))));
});
server.listen(Number(process.argv[2]), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
