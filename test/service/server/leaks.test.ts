import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { startServing } from "../../support/serving.ts";
import { asking, INPUTS, pathOf, testServer, until } from "./support.ts";

/** The number of requests; far more in a long run. */
const REQUESTS = Number(process.env["DFS_LINEUPS_LEAK_REQUESTS"] ?? 150);
/** Requests before the first measurement, in which caches fill and code is compiled; and per round. */
const WARM_UP = Math.max(60, REQUESTS / 10);
/** Normal random variation of the heap, in bytes. */
const SLACK = 3_000_000;
const AT_ONCE = 8;
/** Rounds after which continued growth counts as a leak. */
const MOST_ROUNDS = 8;
const timeout = PROCESS_TIMEOUT + REQUESTS * 100;

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** One request of the mix: solved, cached, refused for several reasons, or abandoned by its client. */
async function request(url: string, key: string, index: number): Promise<void> {
  const anew = { ...INPUTS.body, cap: 50_000 - index };
  const kinds: readonly (() => Promise<Response>)[] = [
    () => fetch(url + pathOf(key), asking(anew)),
    () => fetch(url + pathOf(key), asking()),
    () => fetch(url + pathOf(key), asking("{")),
    () => fetch(url + pathOf("nobody"), asking(anew)),
    () => fetch(url + pathOf(key), asking({ ...INPUTS.body, cap: 1 })),
    () => fetch(`${url}/nowhere`),
    () =>
      fetch(url + pathOf(key), { ...asking({ ...anew, count: 9 }), signal: AbortSignal.timeout(index % 4) }),
  ];
  const failed = await kinds[index % kinds.length]!()
    .then((response) => response.arrayBuffer())
    .then(
      () => null,
      (error: Error) => error.name,
    );
  if (failed !== null) expect(failed).toBe("TimeoutError");
}

async function requests(url: string, key: string, from: number, to: number): Promise<void> {
  let next = from;
  const client = async () => {
    while (next < to) await request(url, key, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

function isSocket(link: string): boolean {
  try {
    return readlinkSync(link).startsWith("socket:");
  } catch {
    // Closed since the folder was read.
    return false;
  }
}

it("requests leave no memory behind", { timeout }, async () => {
  const { url, key, handler } = await testServer({
    limits: { answerBytes: 100_000, requestsPerKey: 1_000_000_000 },
  });
  const heap = async () => {
    await until(() => handler.pending() === 0);
    // Finalizers run between two collections.
    for (let round = 0; round < 3; round += 1) {
      collectGarbage();
      await setImmediate();
    }
    return process.memoryUsage().heapUsed;
  };
  await requests(url, key, 0, WARM_UP);
  const before = await heap();
  await requests(url, key, WARM_UP, WARM_UP + REQUESTS);
  expect((await heap()) - before).toBeLessThan(SLACK);
});

it.skipIf(process.platform !== "linux")(
  "requests leave no sockets or workers behind",
  { timeout },
  async () => {
    const projections = scratch.write("projections.json", INPUTS.projections);
    const { url, key, child } = await startServing([
      ...["--projections", projections, "--threads", "2", "--requests-per-key", "1000000000"],
      ...["--log-level", "silent", "--keep-alive", "1"],
    ]);
    const folder = `/proc/${child.pid}`;
    const sizes = () => ({
      files: readdirSync(`${folder}/fd`).length,
      threads: Number(/^Threads:\s+(\d+)$/m.exec(readFileSync(`${folder}/status`, "utf8"))![1]),
    });
    const socketCount = () =>
      readdirSync(`${folder}/fd`).filter((file) => isSocket(`${folder}/fd/${file}`)).length;
    const listening = socketCount();
    let asked = 0;
    const round = async (count: number) => {
      await requests(url, key, asked, asked + count);
      asked += count;
      await until(() => socketCount() <= listening);
      return sizes();
    };
    // Threads start on first use, and a stopped one is replaced, so rounds may differ. Only leaks grow in
    // every round.
    let before = await round(WARM_UP);
    for (let left = MOST_ROUNDS; ; left -= 1) {
      const after = await round(WARM_UP);
      if (after.files <= before.files && after.threads <= before.threads) break;
      expect(left, `${JSON.stringify(before)}, then ${JSON.stringify(after)}`).toBeGreaterThan(0);
      before = after;
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain("dfs_lineups_running 0\n");
    expect(metrics).toContain("dfs_lineups_queue_length 0\n");
    expect(metrics).toMatch(/status="200"\} [1-9]/);
  },
);
