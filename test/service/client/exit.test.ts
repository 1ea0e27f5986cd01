import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testService } from "../../support/client.ts";

const run = promisify(execFile);

/** Uses the client in all ways that hold sockets or timers, without closing it. */
const PROGRAM = `
import { createServiceClient } from "./dist/service/client/index.js";
const [url, apiKey] = process.argv.slice(-2);
const client = createServiceClient({ baseUrl: url, apiKey, requestLimit: 4, requestWindowMs: 3_600_000, retryDelayMs: 5 });
await client.teams("basketball").document();
await client.players("basketball", { count: 3, page: 1 }).resources().next();
await client.events("basketball").snapshot();
const leaving = new AbortController();
const left = client.injuries("basketball").document({ signal: leaving.signal }).catch(() => {});
while (client.statistics().requests < 4) await new Promise(setImmediate);
leaving.abort();
await left;
await client.teams("ice-hockey").document({ signal: AbortSignal.timeout(50) }).catch(() => {});
console.log(JSON.stringify(client.statistics()));
`;

test("a process that used the client exits by itself", async () => {
  const service = await testService();
  service.onRequest = () => {
    if (service.requests.length === 4) service.fault({ kind: "hang" });
  };
  const args = ["--input-type=module", "-e", PROGRAM, "--", service.url, service.apiKey];
  // After its last line nothing keeps it alive: no slot of the rate limit, whose window is an hour, no
  // pause, no idle socket.
  const { stdout } = await run(process.execPath, args);
  expect(JSON.parse(stdout)).toMatchObject({ requests: 4 });
});
