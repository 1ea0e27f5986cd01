/** The server's own HTTP with a handler that only parses the body as JSON. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { incomingOf } from "../../src/service/server/node/connections.ts";
import { createHttpServer, socketLimits } from "../../src/service/server/node/server.ts";

const BODY_LIMIT = 1_000_000;
const HEADERS = { "content-type": "application/vnd.api+json" };

const server = createHttpServer(socketLimits(), async (request, response) => {
  const body = await incomingOf(request, response).body(BODY_LIMIT);
  const { players } = JSON.parse(Buffer.from(body!).toString()) as { readonly players: readonly unknown[] };
  response.writeHead(200, HEADERS).end(JSON.stringify({ data: [], meta: { players: players.length } }));
});
server.listen({ host: "127.0.0.1", port: 0 });
await once(server, "listening");
console.log(`Listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
