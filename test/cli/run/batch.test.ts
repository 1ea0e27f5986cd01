import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import {
  frozen,
  killed,
  promisedBytes,
  type Row,
  rowsOf,
  SMALLEST_SLATE,
  STAMP,
  seededManifest,
  startBatch,
  writtenRows,
} from "../../support/batches.ts";
import { COMMAND, dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { smallInputs } from "../../support/inputs.ts";
import { CONTESTS, smallSalaryFile } from "../../support/salary-file.ts";
import { TEST_OPTIONS } from "../../support/v8-options.ts";

vi.setConfig({ testTimeout: 2 * PROCESS_TIMEOUT, hookTimeout: 2 * PROCESS_TIMEOUT });

/** One thread only: each thread takes time to start. */
const batch = (...args: readonly string[]) => dfsLineups(["batch", ...args]);

/** Enough jobs that one thread still has queued ones when the first results are written. */
const JOBS = 110;

/** Fixtures shared by tests that do not change them: a manifest, and its undisturbed batch. */
const shared = new Scratch();
const calm = shared.path("calm");
let manifest = "";
let said: Awaited<ReturnType<typeof batch>>;

const argsOf = (out: string, ...more: readonly string[]) => [
  ...["--manifest", manifest, "--out", out, "--stamp", STAMP, ...more],
];

beforeAll(async () => {
  manifest = seededManifest(shared, JOBS, { joint: true });
  said = await batch(...argsOf(calm, "--threads", "2"));
});

afterAll(() => shared[Symbol.dispose]());

/** The contents of all files in a folder, recursively. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** A one-thread batch, stopped with some rows written and other jobs not begun. */
function midRun(name: string, jobs = manifest) {
  return frozen(
    (attempt) => {
      const out = shared.path(`${name}-${attempt}`);
      const run = startBatch(argsOf(out, "--threads", "1", "--manifest", jobs));
      onTestFinished(() => void run.child.kill("SIGKILL"));
      return { ...run, out, frozen: run.child };
    },
    ({ out }) => writtenRows(out) + 10 < JOBS,
    (run) => killed(run),
  );
}

describe("batch", () => {
  it("gives every job a result or an error, in the manifest's order, and does nothing if complete", async () => {
    expect(said.exitCode).toBe(3);
    expect(said.stderr).toMatch(
      /110 jobs into .*\n(.* left\n)*.*\d+ jobs done, \d+ infeasible, \d+ failed; the results are in/,
    );
    const rows = rowsOf(calm);
    const jobs = readFileSync(manifest, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ id, line }) => ({ id, line }))).toEqual(
      jobs.map(({ id }, index) => ({ id, line: index + 1 })),
    );
    const seen = { done: 0, infeasible: 0, failed: 0 };
    for (const [index, { state, document, error }] of rows.entries()) {
      const job = jobs[index] as {
        readonly request?: { readonly cap?: number };
        readonly salaries?: string;
        readonly count?: number;
      };
      const wanted =
        job.salaries === "nowhere.csv" ? "failed" : job.request?.cap === 1 ? "infeasible" : "done";
      expect(state).toBe(wanted);
      seen[state] += 1;
      expect(document?.data.length).toBe(wanted === "done" ? job.count : undefined);
      expect(error?.[0]?.code).toBe(
        { done: undefined, infeasible: "infeasible", failed: "invalid-file" }[wanted],
      );
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
    const joint = jobs.filter(({ portfolio }) => portfolio === "portfolio.yaml");
    expect(joint).toHaveLength(1);
    const summary = JSON.parse(readFileSync(join(calm, "summary.json"), "utf8"));
    expect(summary).toMatchObject({
      jobs: JOBS,
      states: seen,
      reasons: { infeasible: seen.infeasible, "invalid-file": seen.failed },
    });

    expect(said.stdout).toMatch(
      new RegExp(`done +${seen.done} +${summary.lineups}\n.*infeasible +${seen.infeasible} `, "s"),
    );
    expect(said.stdout).toMatch(/job \d+ of 1, line \d+: nowhere.csv: cannot be read/);
    const times = () => ["results.ndjson", "summary.json"].map((name) => statSync(join(calm, name)).mtimeMs);
    const [bytes, before] = [promisedBytes(calm), times()];
    const again = await batch(...argsOf(calm));
    expect(again).toMatchObject({ exitCode: said.exitCode, stdout: said.stdout });
    expect(promisedBytes(calm)).toEqual(bytes);
    expect(times()).toEqual(before);
    expect(existsSync(join(calm, "lock"))).toBe(false);
  });

  it("finds the same document for a job as optimize, apart from the time", async () => {
    using scratch = new Scratch();
    const salaries = scratch.write("slate.csv", smallSalaryFile("ice-hockey.draftkings.classic"));
    const { entries } = readSlateFile(readFileSync(salaries), { file: salaries });
    const worst = entries.reduce((a, b) => ((a.averagePoints ?? 0) < (b.averagePoints ?? 0) ? a : b));
    // The stat lines give the worst player's points; the column that locks the player comes from the
    // projections.
    const projections = scratch.write(
      "projections.csv",
      [
        "ID,Points,Lock",
        ...entries.map((one) => `${one.bookId},${one.averagePoints ?? 1},${one === worst ? "x" : ""}`),
      ].join("\n"),
    );
    const performances = scratch.write("lines.json", {
      data: [
        {
          id: "0",
          type: "Performance",
          attributes: { uuid: "0", goals: 0.1, saves: 1 },
          relationships: { player: { data: { type: "Player", id: "p" } } },
        },
      ],
      included: [
        { id: "p", type: "Player", attributes: { fullName: worst.name, dfsPosition: worst.position } },
      ],
    });
    const common = { salaries: "slate.csv", count: 20, include: ["selections"] };
    const jobs = [
      { id: "one", ...common },
      { id: "points", ...common, projections: "projections.csv", performances: "lines.json" },
    ];
    const manifest = scratch.write("jobs.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
    const out = scratch.path("out");
    expect((await batch("--manifest", manifest, "--out", out, "--stamp", STAMP, "--quiet")).exitCode).toBe(0);
    const timeless = (text: string) => JSON.parse(text.replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":""'));
    const rows = rowsOf(out);
    const files = ["--projections", projections, "--performances", performances];
    for (const [index, more] of [[], files].entries()) {
      const { stdout } = await dfsLineups([
        ...["optimize", "--salaries", salaries, ...more, "-n", "20"],
        ...["--format", "json", "--include", "selections"],
      ]);
      expect(timeless(JSON.stringify(rows[index]!.document))).toEqual(
        timeless(JSON.stringify(JSON.parse(stdout))),
      );
    }
    const locked = rows[1]!.document!.data.filter((one) => JSON.stringify(one).includes(worst.uuid));
    expect(locked).toHaveLength(20);
    expect(JSON.stringify(rows[0]!.document)).toContain('"updatedAt":"2026-09-13T04:00:00+00:00"');
  });

  it("refuses another manifest, timestamp or solver for the same folder", async () => {
    const other = seededManifest(shared, 10, { seed: 2, joint: true });
    for (const [args, what] of [
      [["--manifest", other], "manifest"],
      [["--stamp", "2026-09-14T04:00:00Z"], "stamp"],
      [["--solver", "highs"], "solver or tables"],
    ] as const) {
      const { exitCode, stderr } = await batch(...argsOf(calm, ...args));
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`another ${what}`);
    }
  });

  it("names line and field of a malformed job, and writes nothing", async () => {
    using scratch = new Scratch();
    const lines = [
      { id: "a", salaries: "x.csv" },
      { id: "b", salaries: "x.csv", cuont: 3 },
      { id: "a", salaries: "x.csv", count: 0 },
      { id: "c", request: {}, projections: "p.json" },
      { salaries: "x.csv" },
    ].map((line) => JSON.stringify(line));
    const twice = '{"id": "d", "salaries": "x.csv", "count": 3, "count": 4}';
    const manifest = scratch.write("jobs.jsonl", [...lines, "{", twice, ""].join("\n"));
    const { exitCode, stderr } = await batch("--manifest", manifest, "--out", scratch.path("out"));
    expect(exitCode).toBe(2);
    for (const said of ["line 2: /cuont", "line 3: /count", "line 4: /sport", "line 5: /id", "line 6: "])
      expect(stderr).toContain(said);
    expect(stderr).toContain("/cuont is not a field of a job. Remove it, or write one of id, ");
    expect(stderr).toMatch(/line 7: column \d+ is not valid JSON: the field "count" is given twice\./);
    expect(existsSync(scratch.path("out"))).toBe(false);
  });

  it("refuses an address that is not a queue's before it creates files", async () => {
    using scratch = new Scratch();
    const [manifest, out] = [seededManifest(scratch, 2), scratch.path("out")];
    const { exitCode, stderr } = await batch("--manifest", manifest, "--out", out, "--queue", "ftp://key@x");
    expect([exitCode, existsSync(out)]).toEqual([2, false]);
    expect(stderr).toMatch(/--queue takes the address of a Redis server/);
    expect(stderr).not.toContain("key");
  });

  it("--dry-run checks all files and solves nothing", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 60);
    const { exitCode, stderr } = await batch("--manifest", manifest, "--dry-run");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("nowhere.csv: cannot be read: there is no such file.");
    const sound = readFileSync(manifest, "utf8")
      .split("\n")
      .filter((line) => !line.includes("nowhere"));
    writeFileSync(manifest, sound.join("\n"));
    expect(await batch("--manifest", manifest, "--dry-run")).toMatchObject({ exitCode: 0, stdout: "" });
  });

  it("stops after more failed jobs than --max-failures allows", async () => {
    using scratch = new Scratch();
    const manifest = scratch.write(
      "jobs.jsonl",
      Array.from({ length: 400 }, (_, id) => JSON.stringify({ id: `${id}`, salaries: "x.csv" })).join("\n"),
    );
    const args = ["--manifest", manifest, "--out", scratch.path("out"), "--max-failures", "60"];
    const { exitCode, stderr } = await batch(...args);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("stopped, as more jobs failed than --max-failures allows");
  });

  it("finishes started jobs on SIGINT, stops and can resume; allows one process at a time", async () => {
    const { child, ended, out } = await midRun("SIGINT");
    const second = await batch(...argsOf(out));
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(/process \d+ on .* works in this folder/);
    child.kill("SIGINT");
    child.kill("SIGCONT");
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(
      /stopping when the jobs that have started are done; another\s+Ctrl-C\s+stops at once\./,
    );
    expect(stderr).toMatch(/stopped: .* left; run the\s+same\s+command/);
    expect((await batch(...argsOf(out))).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(promisedBytes(calm));
  });

  it("stops on SIGTERM too, takes over from a dead process, and lets only one of two processes resume", async () => {
    const { child, ended, out } = await midRun("SIGTERM");
    const before = shared.path("before");
    cpSync(out, before, { recursive: true });
    child.kill("SIGTERM");
    child.kill("SIGCONT");
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(143);
    expect(stderr).toMatch(/stopped: .* left; run the\s+same\s+command/);
    expect(existsSync(join(out, "lock"))).toBe(false);
    // Simulates a kill: the lock exists, but its process does not.
    rmSync(out, { recursive: true });
    cpSync(before, out, { recursive: true });
    expect(existsSync(join(out, "lock"))).toBe(true);
    const both = [1, 2].map(() => startBatch(argsOf(out, "--threads", "1")));
    const holder = () => {
      try {
        return /"pid":(\d+)/.exec(readFileSync(join(out, "lock"), "utf8"))?.[1];
      } catch {
        // Between the removal of the dead process's lock and the next one.
        return undefined;
      }
    };
    const first = await vi.waitUntil(() => both.find((one) => `${one.child.pid}` === holder()), {
      timeout: PROCESS_TIMEOUT,
      interval: 1,
    });
    first.child.kill("SIGSTOP");
    expect(await both.find((one) => one !== first)!.ended).toMatchObject({ exitCode: 2 });
    first.child.kill("SIGCONT");
    expect(await first.ended).toMatchObject({ exitCode: 3 });
    expect(promisedBytes(out)).toEqual(promisedBytes(calm));
  });

  it("solves the jobs of its start if manifest and files change meanwhile, and new content in the next run", async () => {
    using scratch = new Scratch();
    const own = seededManifest(scratch, JOBS, { joint: true });
    const { child, ended, out } = await midRun("changed", own);
    appendFileSync(scratch.path(SMALLEST_SLATE), "\n");
    const jobs = readFileSync(own, "utf8");
    writeFileSync(own, jobs.trimEnd().split("\n").toReversed().join("\n"));
    child.kill("SIGCONT");
    expect(await ended).toMatchObject({ exitCode: 3 });
    expect(rowsOf(out).map(({ id }) => id)).toEqual(rowsOf(calm).map(({ id }) => id));
    writeFileSync(own, jobs);
    await batch(...argsOf(out, "--manifest", own));
    // A line break at the end changes the digest, but no lineup.
    const withoutInputs = (folder: string) => rowsOf(folder).map((row) => ({ ...row, inputs: "" }));
    expect(withoutInputs(out)).toEqual(withoutInputs(calm));
    expect(rowsOf(out).map(({ inputs }) => inputs)).not.toEqual(rowsOf(calm).map(({ inputs }) => inputs));
    rmSync(own);
    const { id } = rowsOf(calm).find(({ document }) => document && "included" in document)!;
    const upload = await batch("extract", "--out", out, "--id", id, "--format", "csv");
    expect(upload.exitCode, upload.stderr).toBe(0);
  });

  it("solves jobs of a finished batch again whose rows are cut", async () => {
    const expected = promisedBytes(calm);
    const out = shared.path("cut");
    cpSync(calm, out, { recursive: true });
    truncateSync(join(out, "results.ndjson"), expected["results.ndjson"]!.length / 2);
    const { stderr } = await batch("extract", "--out", out, "--id", `job ${JOBS - 1} of 1`);
    expect(stderr).toContain("no job with this id has a result");
    expect((await batch(...argsOf(out))).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("refuses folders that cannot hold results, devices as inputs, and options of earlier versions", async () => {
    using scratch = new Scratch();
    const file = scratch.write("file", "");
    for (const [out, words] of [
      ["/proc/none", "folders cannot be made there"],
      [file, "it is a file"],
      [join(file, "below"), "it is a file"],
    ] as const) {
      const { exitCode, stderr } = await batch(...argsOf(out));
      expect(exitCode).toBe(2);
      expect(stderr.replaceAll(/\s+/g, " ")).toContain(`${out}: cannot be used for results: ${words}.`);
    }
    const locked = scratch.path("locked");
    mkdirSync(join(locked, "lock"), { recursive: true });
    const held = await batch(...argsOf(locked));
    expect(held).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("is not a lock") });
    const device = { id: "zero", salaries: "/dev/zero" };
    const jobs = scratch.write("jobs.jsonl", JSON.stringify(device));
    const out = scratch.path("out");
    expect((await batch("--manifest", jobs, "--out", out)).exitCode).toBe(3);
    expect(rowsOf(out)[0]!.error![0]!.detail).toContain("/dev/zero: cannot be read: it is a device");
    const zero = await batch("--manifest", "/dev/zero", "--out", out);
    expect(zero).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("it must be a file") });
    for (const option of ["--shard", "--segment", "--snapshots", "--no-report", "--log", "--metrics"]) {
      const { exitCode, stderr } = await batch("--manifest", jobs, "--out", out, option, "1");
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(new RegExp(`${option} is gone\\. \\w+`));
    }
    const collect = await batch("collect", "a", "b", "--out", out);
    expect(collect).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("collect is gone. ") });
  });

  it("replaces a thread that runs out of memory, and fails only the job that caused it", async () => {
    using scratch = new Scratch();
    const job = (id: string, count: number) =>
      JSON.stringify({ id, salaries: "slate.csv", count, include: ["selections"] });
    scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!, 4));
    const ids = Array.from({ length: 30 }, (_, index) => `job ${index}`);
    const manifest = scratch.write(
      "jobs.jsonl",
      ids.map((id, index) => job(id, index === 13 ? 8_000 : 2)).join("\n"),
    );
    const args = ["--manifest", manifest, "--out", scratch.path("out"), "--stamp", STAMP, "--threads", "1"];
    expect((await batch(...args, "--memory", "20")).exitCode).toBe(3);
    const rows = rowsOf(scratch.path("out"));
    expect(
      rows.filter(({ state }) => state !== "done").map(({ id, error }) => [id, error?.[0]?.code]),
    ).toEqual([["job 13", "worker-died"]]);
    expect((await batch(...args, "--retry-failed")).exitCode).toBe(0);
    const again = rowsOf(scratch.path("out"));
    expect(again[13]!.document!.data).toHaveLength(8_000);
    expect(again.toSpliced(13, 1)).toEqual(rows.toSpliced(13, 1));
  });

  it("stops a job at its time limit, and no other job", async () => {
    using scratch = new Scratch();
    scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!));
    // Comparing thousands of rows with thousands of players of the same name takes long, in code that does
    // not check the clock.
    const [header, row] = smallSalaryFile(CONTESTS[0]!).split("\n");
    const namesakes = Array.from({ length: 20_000 }, (_, index) =>
      row!.replaceAll(/\d{5,}/g, `${index + 1e7}`),
    );
    scratch.write("namesakes.csv", [header, ...namesakes].join("\n"));
    const name = row!.split(",")[2]!;
    scratch.write(
      "points.csv",
      ["Name,Points", ...Array.from({ length: 15_000 }, () => `${name},1`)].join("\n"),
    );
    const jobs = [
      { id: "endless", salaries: "slate.csv", portfolio: { lineups: 10_000, unique: 3 } },
      { id: "deaf", salaries: "namesakes.csv", projections: "points.csv" },
      { id: "unreadable", salaries: "nowhere.csv" },
      { id: "sound", salaries: "slate.csv", count: 1 },
    ];
    const manifest = scratch.write("jobs.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
    const errorsAt = async (seconds: number): Promise<(NonNullable<Row["error"]>[number] | undefined)[]> => {
      const out = scratch.path(`out-${seconds}`);
      const args = ["--manifest", manifest, "--out", out, "--job-timeout", `${seconds}`];
      expect((await batch(...args)).exitCode).toBe(3);
      const errors = rowsOf(out).map(({ error }) => error?.[0]);
      // A busy machine may need more than a second even for the last job.
      return errors[3]?.code === "time-limit" ? errorsAt(4 * seconds) : errors;
    };
    const errors = await errorsAt(1);
    expect(errors.map((error) => error?.code)).toEqual([
      "time-limit",
      "time-limit",
      "invalid-file",
      undefined,
    ]);
    expect(errors[1]!.detail).toMatch(/longer than \d+ s and was stopped/);
  });

  it("extracts a job's document, upload file or errors", async () => {
    using scratch = new Scratch();
    const salaries = scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!));
    const { sport, body, projections } = smallInputs(CONTESTS[1]!);
    const { uuid, fullName } = projections.included![0]!.attributes as Readonly<Record<string, string>>;
    const torn = { include: { players: [{ player: uuid! }] }, exclude: { players: [uuid!], teams: [] } };
    const jobs = [
      { id: "good one", salaries: "slate.csv", count: 7 },
      { id: "../bad", salaries: "nowhere.csv" },
      { id: "torn", sport, request: { ...body, ...torn }, projections },
    ];
    const manifest = scratch.write("jobs.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
    const out = scratch.path("out");
    await batch("--manifest", manifest, "--out", out, "--layout", "files");
    expect(rowsOf(out)[2]!.error![0]!.detail).toMatch(
      new RegExp(`: ${fullName} \\w+ \\(${uuid}\\) is also included`),
    );
    const extract = (...args: readonly string[]) => batch("extract", "--out", out, ...args);
    const document = await extract("--id", "good one");
    expect(JSON.parse(document.stdout)).toEqual(rowsOf(out)[0]!.document);
    const upload = await extract("--id", "good one", "--format", "csv");
    const direct = await dfsLineups(["optimize", "--salaries", salaries, "-n", "7", "--format", "csv"]);
    expect(upload).toMatchObject({ exitCode: 0, stdout: direct.stdout });
    // Paths of entered lineups are relative to the description's file or to the manifest.
    scratch.write("entered.csv", upload.stdout);
    const avoid = { method: "sequential", lineups: 3, avoid: ["entered.csv"] };
    scratch.write("avoid.yaml", JSON.stringify(avoid));
    const more = [avoid, "avoid.yaml"].map((portfolio, index) => ({
      id: `${index}`,
      salaries: "slate.csv",
      portfolio,
    }));
    const second = scratch.write("more.jsonl", more.map((job) => JSON.stringify(job)).join("\n"));
    await batch("--manifest", second, "--out", scratch.path("more"));
    const points = (row: Row) => row.document!.data.map(({ attributes }) => attributes.points);
    const [inLine, inFile] = rowsOf(scratch.path("more"));
    expect(points(inFile!)).toEqual(points(inLine!));
    expect(Math.max(...points(inLine!))).toBeLessThanOrEqual(Math.min(...points(rowsOf(out)[0]!)));
    expect(points(inLine!)).toHaveLength(3);
    const bad = await extract("--id", "../bad");
    expect(bad.exitCode).toBe(3);
    expect(JSON.parse(bad.stdout)).toEqual({ errors: rowsOf(out)[1]!.error });
    const written = Object.fromEntries(
      readdirSync(join(out, "files")).map((name) => [name, readFileSync(join(out, "files", name), "utf8")]),
    );
    expect(written).toEqual({
      "good one.json": document.stdout,
      "good one.csv": upload.stdout,
      "%2E.%2Fbad.errors.json": bad.stdout,
      "torn.errors.json": (await extract("--id", "torn")).stdout,
    });
    expect((await extract("--id", "none")).exitCode).toBe(2);
    writeFileSync(salaries, `${readFileSync(salaries, "utf8")}\n`);
    expect((await extract("--id", "good one", "--format", "csv")).stderr).toContain("have changed since");
  });

  it("keeps all finished results if the disk is full", async () => {
    // The first results fit on the disk; all of them do not.
    const out = shared.path("full");
    const disk = shared.path("disk");
    mkdirSync(disk);
    // If nothing can be mounted, limit the file size in blocks of 1,024 bytes.
    const isDisk = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", disk]).status === 0;
    const kilobytes = (bytes: number) => Math.floor((0.75 * bytes) / 1024);
    const limits = isDisk
      ? `mount -t tmpfs -o size=${kilobytes(sizeOf(calm))}k tmpfs ${disk}`
      : `trap "" XFSZ; ulimit -f ${kilobytes(statSync(join(calm, "results.ndjson")).size)}`;
    const script = `${limits}; "$@"; code=$?; cp -r ${disk} ${out}; exit $code`;
    const command = [...TEST_OPTIONS, COMMAND, "batch", ...argsOf(disk, "--threads", "1")];
    const full = spawnSync(
      isDisk ? "unshare" : "bash",
      [...(isDisk ? ["-rm", "bash"] : []), "-c", script, "bash", process.execPath, ...command],
      { encoding: "utf8" },
    );
    expect(full.status, full.stderr).toBe(70);
    expect(full.stderr.replaceAll(/\s+/g, " ")).toMatch(
      /(the disk is full|would be larger than is allowed)\. Everything reported as written is safe/,
    );
    expect(writtenRows(out)).toBeGreaterThan(0);
    expect((await batch(...argsOf(out))).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(promisedBytes(calm));
  });
});
