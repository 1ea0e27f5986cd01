import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../src/service/server/authenticate.ts";
import { asking, pathOf, read, until } from "../service/server/support.ts";
import { testService } from "../support/client.ts";
import { dfsLineups } from "../support/command.ts";
import { lineupRequestFor } from "../support/lineup-request.ts";
import { startRedis } from "../support/redis.ts";
import { startServing } from "../support/serving.ts";
import { INSTALLATION, systemProgram } from "../support/system.ts";

const SPORT = "basketball";
beforeAll(() => void systemProgram("/usr/bin/redis-server", "redis-server"), INSTALLATION);

/** A stub of the service, and requests to a server that reads it. */
async function setting() {
  const service = await testService();
  const body = lineupRequestFor(service.data[SPORT]!, "bookA", "classic");
  const { key, hash } = createApiKey();
  const start = (...args: readonly string[]) =>
    startServing(["--service", service.url, "--sports", SPORT, "--log-level", "warn", ...args], {
      DFS_LINEUPS_SERVICE_KEY: service.apiKey,
      DFS_LINEUPS_API_KEYS: hash,
    });
  const ask = async ({ url }: { readonly url: string }, cap = 50_000) =>
    read(await fetch(url + pathOf(key, "", SPORT), asking({ ...body, cap })));
  return { service, start, ask };
}

describe("serve --cache", () => {
  it("keeps the projections for a restart while the service is down, after kill -9", async () => {
    const { service, start, ask } = await setting();
    const cache = ["--cache", (await startRedis()).url];
    const first = await start(...cache);
    const before = await ask(first);
    expect(before.status).toBe(200);
    // The answer does not wait for the writes: a second answer, with other lineups, comes after them.
    await until(async () => (await ask(first, 49_000)).status === 200);
    first.child.kill("SIGKILL");
    await first.ended;
    service.fault({ kind: "status", status: 503 }, 10_000);
    const after = await ask(await start(...cache));
    expect(after.status).toBe(200);
    expect(after.json.data.map(({ id }) => id)).toEqual(before.json.data.map(({ id }) => id));
    expect(after.json.meta["projectionsFrom"]).toBe(before.json.meta["projectionsFrom"]);
  });

  it("lets servers with the same Redis share a key's request count, and count separately if Redis fails", async () => {
    const { start, ask } = await setting();
    const redis = await startRedis();
    const limited = ["--cache", redis.url, "--requests-per-key", "3"];
    const [one, other] = [await start(...limited), await start(...limited)];
    const statuses = [];
    for (const server of [one, other, one, other, one]) statuses.push((await ask(server)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    redis.child.kill("SIGKILL");
    await once(redis.child, "close");
    await until(async () => (await ask(one)).status === 200);
    await until(() => one.output.stderr.includes('"msg":"cache"'));
  });

  it("is refused if it is a file", async () => {
    const { exitCode, stderr } = await dfsLineups(
      ["serve", "--service", "http://127.0.0.1:1", "--cache", "cache.lmdb"],
      { environment: { DFS_LINEUPS_SERVICE_KEY: "k", DFS_LINEUPS_API_KEYS: createApiKey().hash } },
    );
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^.*The cache must be a Redis address such as redis:/);
  });
});
