import { createServer } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { generateSlate } from "../../bench/slates/generate-slate.ts";
import type { ScoredTerm } from "../../src/contests/scoring/line.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { hashApiKey } from "../../src/service/server/authenticate.ts";
import type { Resource } from "../../src/shared/schema/resource.ts";
import { asking, INPUTS, pathOf, read, until } from "../service/server/support.ts";
import { rejection, testService } from "../support/client.ts";
import { dfsLineups, Scratch } from "../support/command.ts";
import { lineupRequestFor } from "../support/lineup-request.ts";
import { startServing } from "../support/serving.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SMALL = ["--projections", scratch.write("small.json", INPUTS.projections)];

/** A full slate, which takes the slowest solver many seconds. */
const FULL = slateInputs(
  readSlateFile(generateSlate("american-football.draftkings.classic"), { file: "slate" }),
);
const SLOW = [
  "--projections",
  scratch.write("full.json", FULL.projections),
  "--solver",
  "javascript-lp-solver",
];

describe("dfs-lineups key", () => {
  it("generates a key and its hash", async () => {
    const { stdout, exitCode } = await dfsLineups(["key"]);
    const [, key, hash] = /^key {3}(\S+)\nhash {2}(\S+)\n$/.exec(stdout)!;
    expect(hash).toBe(hashApiKey(key!));
    expect(exitCode).toBe(0);
  });
});

describe("dfs-lineups serve", () => {
  it("prints one line when it listens, answers, logs JSON without the key, and ends with 0 on SIGTERM", async () => {
    const { url, key, child, output, ended } = await startServing(SMALL);
    const { status, json } = await read(await fetch(url + pathOf(key), asking()));
    expect([status, json.data.length]).toEqual([200, 3]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(output.stdout).toBe(`Listening at ${url}\n`);
    const lines = output.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ route: "lineup-optimizer", status: 200, requestId: expect.any(String) });
    expect(lines.map((line) => line["msg"])).toEqual(["answered", "stopping", "stopped"]);
    expect(output.stderr).not.toContain(key);
  });

  it("takes keys from a file with comments, re-reads it on SIGHUP and on changes, and keeps its keys if that fails", async () => {
    const commented = `# callers\n\n${hashApiKey("first").toUpperCase()} # a friend\r\n`;
    const file = scratch.write("keys.txt", commented);
    const { url, child, output } = await startServing([...SMALL, "--keys", file], {
      DFS_LINEUPS_API_KEYS: "",
    });
    const status = async (key: string) => (await fetch(url + pathOf(key), asking("{}"))).status;
    expect([await status("first"), await status("second")]).toEqual([422, 401]);
    expect(await status(hashApiKey("first"))).toBe(401);
    scratch.write("keys.txt", hashApiKey("second"));
    await until(async () => (await status("second")) === 422);
    expect(await status("first")).toBe(401);
    scratch.write("keys.txt", "no hash\n");
    child.kill("SIGHUP");
    await until(() => output.stderr.includes("could not be read"));
    expect(await status("second")).toBe(422);
    scratch.write("keys.txt", hashApiKey("third"));
    child.kill("SIGHUP");
    await until(async () => (await status("third")) === 422);
  });

  it("applies its options", async () => {
    const { url, key } = await startServing([
      ...SMALL,
      ...["--sports", "american-football,ice-hockey", "--max-pool", "60", "--requests-per-key", "3"],
      ...["--max-body", "9000", "--solver", "highs", "--threads", "2", "--host", "127.0.0.1"],
    ]);
    const ask = async (body: unknown, sport?: string) =>
      read(await fetch(url + pathOf(key, "", sport), asking(body)));
    expect((await ask(INPUTS.body, "basketball")).status).toBe(404);
    expect((await ask(INPUTS.body)).json.meta["solver"]).toBe("highs");
    const player = INPUTS.body.players[0]!;
    const large = await ask({ ...INPUTS.body, players: new Array(61).fill(player) });
    expect([large.status, large.json.errors[0]!.code]).toEqual([422, "pool-too-large"]);
    expect((await ask(" ".repeat(9_001))).status).toBe(413);
    expect((await ask(INPUTS.body)).status).toBe(429);
  });

  it("sends the key from the environment to the prediction service, and never logs it", async () => {
    const service = await testService();
    const { url, key, output } = await startServing(["--service", service.url], {
      DFS_LINEUPS_SERVICE_KEY: service.apiKey,
    });
    const body = lineupRequestFor(service.data["basketball"]!, "bookB", "classic");
    const ask = async () => read(await fetch(url + pathOf(key, "", "basketball"), asking(body)));
    service.fault({ kind: "status", status: 403, body: service.apiKey }, 100);
    expect((await ask()).status).toBe(502);
    service.mend();
    expect((await ask()).status).toBe(200);
    await until(() => output.stderr.split("\n").length > 2);
    expect(output.stderr).toContain("upstream-status");
    expect(output.stderr).not.toContain(service.apiKey);
  });

  it("uses the service's stat lines, and shows how points break down", async () => {
    const service = await testService();
    const sport = "basketball";
    const { url, key } = await startServing(
      ["--service", service.url, "--from", "performances", "--log-level", "silent"],
      { DFS_LINEUPS_SERVICE_KEY: service.apiKey },
    );
    const body = lineupRequestFor(service.data[sport]!, "bookB", "classic");
    const path = pathOf(key, "include=scoring", sport);
    const { status, json } = await read(await fetch(url + path, asking(body)));
    expect(status).toBe(200);
    const included = json["included" as keyof typeof json] as unknown as readonly Resource[];
    expect(included.length).toBeGreaterThanOrEqual(9);
    for (const { attributes } of included) {
      const terms = attributes?.["scoring"] as readonly ScoredTerm[];
      expect(terms.map(({ term }) => term)).toContain("rebound");
      expect(terms.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(
        Number(attributes?.["dfsPoints"]),
        3,
      );
    }
    const file = await dfsLineups(["serve", ...SMALL, "--from", "performances"], {
      environment: { DFS_LINEUPS_API_KEYS: hashApiKey("any") },
    });
    expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--from") });
  });

  it("stops a solve at the time limit", async () => {
    const { url, key } = await startServing([...SLOW, "--time-limit", "1"]);
    const { status, json } = await read(await fetch(url + pathOf(key), asking(FULL.body)));
    expect([status, json.errors[0]!.code]).toEqual([504, "time-limit"]);
  });

  it("refuses requests while running ones finish, and stops immediately on a second signal", async () => {
    const { url, key, child, ended } = await startServing([...SLOW, "--grace", "60"]);
    const running = rejection(fetch(url + pathOf(key), asking(FULL.body)));
    const ready = async () => (await fetch(`${url}/ready`)).status;
    await until(async () =>
      (await (await fetch(`${url}/metrics`)).text()).includes("dfs_lineups_running 1\n"),
    );
    child.kill("SIGTERM");
    await until(async () => (await ready()) === 503);
    const refused = await read(await fetch(url + pathOf(key), asking(FULL.body)));
    expect([refused.status, refused.json.errors[0]!.code]).toEqual([503, "stopping"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    child.kill("SIGTERM");
    expect(await ended).toBeNull();
    await running;
  });

  it.each([
    ["no keys", SMALL, { DFS_LINEUPS_API_KEYS: "" }, "--keys"],
    ["a key instead of its hash", SMALL, { DFS_LINEUPS_API_KEYS: "my-secret-key" }, "DFS_LINEUPS_API_KEYS"],
    ["no projections", [], {}, "--service"],
    ["projections twice", [...SMALL, "--service", "http://127.0.0.1:1"], {}, "--service"],
    ["no key for the service", ["--service", "http://127.0.0.1:1"], {}, "DFS_LINEUPS_SERVICE_KEY"],
    ["an unknown sport", [...SMALL, "--sports", "curling"], {}, "curling"],
    ["an invalid port", [...SMALL, "--port", "70000"], {}, "--port"],
    ["a host without its network", [...SMALL, "--host", "fe80::1", "--port", "0"], {}, "--host"],
    ["a file that is missing", ["--projections", "/nowhere.json"], {}, "/nowhere.json"],
  ])("does not start with %s", async (_, args, environment, named) => {
    const { exitCode, stdout, stderr } = await dfsLineups(["serve", ...args], {
      environment: { DFS_LINEUPS_API_KEYS: hashApiKey("k"), ...environment },
    });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain("my-secret-key");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("names what replaces an option that is gone", async () => {
    const { exitCode, stderr } = await dfsLineups(["serve", ...SMALL, "--processes=2"]);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      "--processes is gone. Start several servers behind a proxy",
    );
  });

  it("names the fault of a projections file", async () => {
    const file = scratch.write("bad.json", { data: [{ id: 1 }] });
    const { exitCode, stderr } = await dfsLineups(["serve", "--projections", file], {
      environment: { DFS_LINEUPS_API_KEYS: hashApiKey("k") },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(file);
    expect(stderr).toContain("/data/0/id");
  });

  it("names the remedy if the limit on open files is too low", async () => {
    await expect(startServing(SMALL, {}, { before: "ulimit -n 24" })).rejects.toThrow(
      /^serve did not start: \S+ too many open files\.\s+Raise\s+the\s+limit: ulimit -n 4096\.\s*$/,
    );
  });

  it("reports that the port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const { exitCode, stderr } = await dfsLineups(["serve", ...SMALL, "--port", String(port)], {
      environment: { DFS_LINEUPS_API_KEYS: hashApiKey("k") },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${port} is already in use`);
  });
});
