import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testService } from "../../support/client.ts";

const run = promisify(execFile);

/** Uses the client in all ways that hold sockets or timers, without closing it. */
const PROGRAM = `
import { createServiceClient } from "./src/service/client/index.ts";
const [url, apiKey] = process.argv.slice(-2);
const client = createServiceClient({ baseUrl: url, apiKey, requestLimit: 4, requestWindowMs: 60_000, retryDelayMs: 5 });
await client.teams("basketball").document();
await client.players("basketball", { count: 3 }).resources().next();
await client.events("basketball").snapshot();
await client.injuries("basketball").document({ signal: AbortSignal.timeout(50) }).catch(() => {});
await client.teams("ice-hockey").document({ signal: AbortSignal.timeout(50) }).catch(() => {});
console.log(JSON.stringify(client.statistics()), performance.now());
`;

test("a process that used the client exits by itself", async () => {
  const service = await testService();
  const started = performance.now();
  const { stdout } = await run(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", PROGRAM, "--", service.url, service.apiKey],
    { timeout: 40_000 },
  );
  const [statistics = "", ended = ""] = stdout.trim().split(" ");
  expect(JSON.parse(statistics)).toMatchObject({ requests: 4 });
  // After its last line nothing keeps it alive: no slot of the rate limit, whose window is a minute, no
  // pause, no idle socket.
  expect(performance.now() - started - Number(ended)).toBeLessThan(20_000);
}, 60_000);
