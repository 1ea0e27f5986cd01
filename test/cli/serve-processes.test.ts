import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createApiKey } from "../../src/service/server/authenticate.ts";
import { asking, INPUTS, pathOf, read, until } from "../service/server/support.ts";
import { Scratch } from "../support/command.ts";
import { type Serving, startServing } from "../support/serving.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const projections = () => scratch.write("projections.json", INPUTS.projections);

function start(args: readonly string[] = []): Promise<Serving> {
  return startServing(["--processes", "2", "--projections", projections(), ...args]);
}

/** Requests lineups on a new connection, because processes share connections. */
async function ask({ url, key }: Pick<Serving, "url" | "key">) {
  return read(await fetch(url + pathOf(key), asking(INPUTS.body, { connection: "close" })));
}

/** Fetches a page on a new connection. */
function page(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: new Agent({ keepAlive: false }) }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve(text));
    });
    asked.on("error", reject).end();
  });
}

interface Line {
  readonly process?: number;
  readonly msg: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

function linesOf({ output }: Serving): readonly Line[] {
  return output.stderr
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

const ANSWERED = 'dfs_lineups_requests_total{route="lineup-optimizer",method="POST",status="200"}';

/** The counters and histograms on a metrics page; names of gauges may also end in `_total`. */
function countsOf(metrics: string): ReadonlyMap<string, number> {
  const gauges = new Set([...metrics.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name));
  const lines = metrics.matchAll(/^((\w+_(?:total|count|sum|bucket))(?:\{.*\})?) (\S+)$/gm);
  return new Map(
    [...lines].flatMap(([, row, name, value]) => (gauges.has(name) ? [] : [[row!, Number(value)] as const])),
  );
}

function gaugeOf(metrics: string, name: string): number {
  return Number(new RegExp(`^dfs_lineups_${name} (\\S+)$`, "m").exec(metrics)?.[1]);
}

/** The child processes of `serve`, as listed by Linux. */
async function servingIds({ child }: Serving): Promise<readonly number[]> {
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

describe("several processes", () => {
  it("serve the library's lineups at one port, and report metrics for all their requests", async () => {
    await using own = await createOptimizer({ threads: 0 });
    const { data } = await own.optimize({ ...INPUTS, count: 3 });
    const lineups = (document: typeof data) =>
      document.map(({ id, relationships, attributes: { updatedAt: _, ...attributes } }) => [
        id,
        relationships,
        attributes,
      ]);
    const serving = await start();
    for (let sent = 0; sent < 8; sent += 1) {
      const { status, json } = await ask(serving);
      expect(status).toBe(200);
      expect(lineups(json.data)).toEqual(lineups(data));
    }
    expect(countsOf(await page(`${serving.url}/metrics`)).get(ANSWERED)).toBe(8);
    serving.child.kill("SIGTERM");
    expect(await serving.ended).toBe(0);
    const processes = new Set(
      linesOf(serving).flatMap((line) => (line.msg === "answered" ? line.process : [])),
    );
    expect(processes).toEqual(new Set([1, 2]));
    expect(serving.output.stdout).toBe(`Listening at ${serving.url}\n`);
  });

  it("count the requests of a key together", async () => {
    const serving = await start(["--requests-per-key", "5"]);
    const statuses: number[] = [];
    for (let sent = 0; sent < 9; sent += 1) statuses.push((await ask(serving)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });

  it("are replaced and reported when they exit; totals keep their counters and drop their gauges", async () => {
    const serving = await start(["--threads", "1", "--answers", "0"]);
    for (let sent = 0; sent < 6; sent += 1) await ask(serving);
    const counted = countsOf(await page(`${serving.url}/metrics`));
    expect(counted.get(ANSWERED)).toBe(6);
    expect(counted.get("dfs_lineups_solve_seconds_count")).toBe(6);
    const [first] = await servingIds(serving);
    process.kill(first!, "SIGKILL");
    await until(() => serving.output.stderr.includes("another takes its place"));
    await until(async () => (await servingIds(serving)).length === 2);
    await until(async () => gaugeOf(await page(`${serving.url}/metrics`), "threads") === 2);
    expect(linesOf(serving).find(({ msg }) => msg.includes("takes its place"))).toMatchObject({
      signal: "SIGKILL",
    });
    expect(await servingIds(serving)).not.toContain(first);
    const after = countsOf(await page(`${serving.url}/metrics`));
    for (const [name, count] of counted) expect([name, after.get(name)! >= count]).toEqual([name, true]);
    for (let sent = 0; sent < 4; sent += 1) expect((await ask(serving)).status).toBe(200);
    serving.child.kill("SIGTERM");
    expect(await serving.ended).toBe(0);
  });

  it("listen at the same port after all of them have exited", async () => {
    const serving = await start();
    const first = await servingIds(serving);
    expect(first).toHaveLength(2);
    for (const id of first) process.kill(id, "SIGKILL");
    await until(async () => {
      const now = await servingIds(serving);
      return now.length === 2 && !now.some((id) => first.includes(id));
    });
    await until(() =>
      page(`${serving.url}/health`).then(
        (text) => text.includes("alive"),
        () => false,
      ),
    );
    serving.child.kill("SIGTERM");
    expect(await serving.ended).toBe(0);
  });

  it("all take new keys on SIGHUP", async () => {
    const [old, next] = [createApiKey(), createApiKey()];
    const keys = scratch.write("keys.txt", `${old.hash}\n`);
    const serving = await startServing(["--processes", "2", "--projections", projections(), "--keys", keys], {
      DFS_LINEUPS_API_KEYS: "",
    });
    writeFileSync(keys, `${next.hash}\n`);
    serving.child.kill("SIGHUP");
    await until(() => linesOf(serving).filter(({ msg }) => msg === "keys read again").length >= 2);
    for (let sent = 0; sent < 4; sent += 1) {
      expect((await ask({ url: serving.url, key: next.key })).status).toBe(200);
      expect((await ask({ url: serving.url, key: old.key })).status).toBe(401);
    }
  });

  it("report once why none can listen", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { readonly port: number };
    await expect(start(["--port", `${port}`])).rejects.toThrow(
      /^serve did not start: [^\n]*--port.*is already in use/s,
    );
  });

  it("do not read standard input, which only one could read", async () => {
    await expect(startServing(["--processes", "2", "--projections", "-"])).rejects.toThrow(
      /--projections cannot be standard input with --processes/,
    );
  });
});
