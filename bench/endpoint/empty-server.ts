/** The server's own Fastify set-up with a handler that reads the body and does nothing: what HTTP itself costs. */
import type { AddressInfo } from "node:net";
import { incomingOf } from "../../src/server/node/incoming.ts";
import { createApp } from "../../src/server/node/server.ts";
import { socketLimits } from "../../src/server/node/socket-limits.ts";

const BODY_LIMIT = 1_000_000;
const EMPTY = Buffer.from('{"data":[]}');

const app = createApp(socketLimits());
app.post("*", async (request, reply) => {
  await incomingOf(request.raw, reply.raw).body(BODY_LIMIT);
  return reply.header("content-type", "application/vnd.api+json").send(EMPTY);
});
await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`Listening at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
