/** The server's own HTTP with a handler that only reads the body: the cost of HTTP itself. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { incomingOf } from "../../src/service/server/node/connections.ts";
import { createHttpServer, socketLimits } from "../../src/service/server/node/server.ts";

const BODY_LIMIT = 1_000_000;
const HEADERS = { "content-type": "application/vnd.api+json" };

const server = createHttpServer(socketLimits(), async (request, response) => {
  await incomingOf(request, response).body(BODY_LIMIT);
  response.writeHead(200, HEADERS).end('{"data":[]}');
});
server.listen({ host: "127.0.0.1", port: 0 });
await once(server, "listening");
console.log(`Listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
