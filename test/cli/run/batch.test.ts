import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { promisedBytes, rowsOf, STAMP, seededManifest, startBatch } from "../../support/batches.ts";
import { COMMAND, dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { CONTESTS, smallSalaryFile } from "../../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const batch = (...args: readonly string[]) => dfsLineups(["batch", ...args]);

describe("batch", () => {
  it("gives every job its result or its reason, in the manifest's order", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 120);
    const out = scratch.path("out");
    const { exitCode, stdout, stderr } = await batch("--manifest", manifest, "--out", out);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toMatch(
      /1\d\d jobs into .*\n.*\d+ jobs done, \d+ infeasible, \d+ failed; the results are in/,
    );
    const rows = rowsOf(out);
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
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1);
    const summary = JSON.parse(readFileSync(join(out, "summary.json"), "utf8"));
    expect(summary).toMatchObject({
      jobs: 120,
      states: seen,
      reasons: { infeasible: seen.infeasible, "invalid-file": seen.failed },
    });
  });

  it("finds for a job the document that optimize finds, but for the time", async () => {
    using scratch = new Scratch();
    const salaries = scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!));
    const manifest = scratch.write(
      "jobs.jsonl",
      JSON.stringify({ id: "one", salaries: "slate.csv", count: 20, include: ["selections"] }),
    );
    const out = scratch.path("out");
    expect((await batch("--manifest", manifest, "--out", out, "--stamp", STAMP, "--quiet")).exitCode).toBe(0);
    const { stdout } = await dfsLineups([
      "optimize",
      "--salaries",
      salaries,
      "-n",
      "20",
      "--format",
      "json",
      "--include",
      "selections",
    ]);
    const timeless = (text: string) => JSON.parse(text.replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":""'));
    expect(timeless(JSON.stringify(rowsOf(out)[0]!.document))).toEqual(
      timeless(JSON.stringify(JSON.parse(stdout))),
    );
    expect(JSON.stringify(rowsOf(out)[0]!.document)).toContain('"updatedAt":"2026-09-13T04:00:00+00:00"');
  });

  it("does nothing when all is done, and says how that ended", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 60);
    const out = scratch.path("out");
    const first = await batch("--manifest", manifest, "--out", out);
    const bytes = promisedBytes(out);
    const journal = readFileSync(join(out, "journal"), "utf8");
    const again = await batch("--manifest", manifest, "--out", out);
    expect({ ...again, stderr: "" }).toEqual({ ...first, stderr: "" });
    expect(promisedBytes(out)).toEqual(bytes);
    expect(readFileSync(join(out, "journal"), "utf8")).toBe(journal);
    expect(existsSync(join(out, "lock"))).toBe(false);
  });

  it("refuses another manifest, another stamp and other segments in the same folder", async () => {
    using scratch = new Scratch();
    const out = scratch.path("out");
    const [one, other] = [seededManifest(scratch, 10, 1), seededManifest(scratch, 10, 2)];
    await batch("--manifest", one, "--out", out);
    for (const [args, what] of [
      [["--manifest", other], "manifest"],
      [["--manifest", one, "--stamp", STAMP], "stamp"],
      [["--manifest", one, "--segment", "50"], "segment size"],
      [["--manifest", one, "--solver", "highs"], "solver or tables"],
    ] as const) {
      const { exitCode, stderr } = await batch(...args, "--out", out);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`another ${what}`);
    }
  });

  it("names line and field of what is no job, and writes nothing", async () => {
    using scratch = new Scratch();
    const lines = [
      { id: "a", salaries: "x.csv" },
      { id: "b", salaries: "x.csv", cuont: 3 },
      { id: "a", salaries: "x.csv", count: 0 },
      { id: "c", request: {}, projections: "p.json" },
      { salaries: "x.csv" },
    ].map((line) => JSON.stringify(line));
    const manifest = scratch.write("jobs.jsonl", [...lines, "{", ""].join("\n"));
    const { exitCode, stderr } = await batch("--manifest", manifest, "--out", scratch.path("out"));
    expect(exitCode).toBe(2);
    for (const said of ["line 2: /cuont", "line 3: /count", "line 4: /sport", "line 5: /id", "line 6: "])
      expect(stderr).toContain(said);
    expect(existsSync(scratch.path("out"))).toBe(false);
  });

  it("names the lines of two jobs with one id", async () => {
    using scratch = new Scratch();
    const ids = ["a", "b", "c", "b"].map((id) => JSON.stringify({ id, salaries: "x.csv" }));
    const manifest = scratch.write("jobs.jsonl", ids.join("\n"));
    const { exitCode, stderr } = await batch("--manifest", manifest, "--out", scratch.path("out"));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 4: /id "b" is that of line 2, too.');
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

  it("stops once more jobs have failed than --max-failures allows", async () => {
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

  it.each(["SIGINT", "SIGTERM"] as const)(
    "finishes what is begun at %s, stops, and goes on",
    async (signal) => {
      using scratch = new Scratch();
      const manifest = seededManifest(scratch, 220);
      const args = (out: string) => [
        "--manifest",
        manifest,
        "--out",
        scratch.path(out),
        "--stamp",
        STAMP,
        "--threads",
        "1",
      ];
      const { child, ended } = startBatch(args("out"));
      await vi.waitUntil(
        () =>
          existsSync(join(scratch.path("out"), "journal")) &&
          readFileSync(join(scratch.path("out"), "journal")).length > 0,
        { timeout: 30_000 },
      );
      child.kill(signal);
      const { exitCode, stderr } = await ended;
      expect(exitCode).toBe(signal === "SIGINT" ? 130 : 143);
      expect(stderr).toMatch(/stopped: .* left; the same\s+command goes on/);
      expect((await batch(...args("out"))).exitCode).toBe(3);
      await batch(...args("calm"));
      expect(promisedBytes(scratch.path("out"))).toEqual(promisedBytes(scratch.path("calm")));
    },
  );

  it("runs once at a time in a folder, and takes over from a process that is gone", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 220);
    const args = ["--manifest", manifest, "--out", scratch.path("out"), "--stamp", STAMP];
    const { child, ended } = startBatch(args);
    await vi.waitUntil(() => existsSync(join(scratch.path("out"), "journal")), { timeout: 30_000 });
    const second = await batch(...args);
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(/process \d+ on .* works in this folder/);
    child.kill("SIGKILL");
    await ended;
    const both = await Promise.all([batch(...args), batch(...args)]);
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([2, 3]);
  });

  it("solves again what has changed, and copies the rest: the bytes are those of a batch made anew", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 120);
    const args = (out: string) => ["--manifest", manifest, "--out", scratch.path(out), "--stamp", STAMP];
    await batch(...args("out"));
    const before = rowsOf(scratch.path("out"));
    scratch.write("nowhere.csv", smallSalaryFile(CONTESTS[0]!, 3));
    expect((await batch(...args("out"))).exitCode).toBe(3);
    const after = rowsOf(scratch.path("out"));
    const changed = after.filter((row, index) => row.inputs !== before[index]!.inputs);
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.every(({ state }, index) => state === "done" && changed[index]!.document)).toBe(true);
    expect(before.filter(({ state }) => state === "failed")).toHaveLength(changed.length);
    await batch(...args("anew"));
    expect(promisedBytes(scratch.path("out"))).toEqual(promisedBytes(scratch.path("anew")));
    expect(existsSync(join(scratch.path("out"), "next"))).toBe(false);
    const timings = (out: string) =>
      readFileSync(join(scratch.path(out), "timings", "000000.ndjson"), "utf8")
        .trimEnd()
        .split("\n");
    expect(timings("out")).toHaveLength(120);
  });

  it("takes another manifest's place with --force, and keeps what stays the same", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 120);
    const args = (out: string) => [
      "--manifest",
      manifest,
      "--out",
      scratch.path(out),
      "--stamp",
      STAMP,
      "--force",
    ];
    await batch(...args("out"));
    const lines = readFileSync(manifest, "utf8").trimEnd().split("\n");
    const edited = lines.slice(0, 110).with(7, JSON.stringify({ id: "new", salaries: "slate-0.csv" }));
    writeFileSync(manifest, `${edited.join("\n")}\n`);
    const timing = () =>
      readFileSync(join(scratch.path("out"), "timings", "000000.ndjson"), "utf8").split("\n");
    const before = timing();
    await batch(...args("out"));
    await batch(...args("anew"));
    expect(promisedBytes(scratch.path("out"))).toEqual(promisedBytes(scratch.path("anew")));
    const kept = timing().filter((line, index) => line === before[index]);
    expect(kept.length).toBeGreaterThanOrEqual(109);
  });

  it("replaces a thread that runs out of memory, and blames the job that needs it", async () => {
    using scratch = new Scratch();
    const job = (id: string, count: number) =>
      JSON.stringify({ id, salaries: "slate.csv", count, include: ["selections"] });
    scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!, 4));
    const ids = Array.from({ length: 30 }, (_, index) => `job ${index}`);
    const manifest = scratch.write(
      "jobs.jsonl",
      ids.map((id, index) => job(id, index === 13 ? 10_000 : 2)).join("\n"),
    );
    const args = ["--manifest", manifest, "--out", scratch.path("out"), "--stamp", STAMP, "--threads", "1"];
    expect((await batch(...args, "--memory", "40")).exitCode).toBe(3);
    const rows = rowsOf(scratch.path("out"));
    expect(
      rows.filter(({ state }) => state !== "done").map(({ id, error }) => [id, error?.[0]?.code]),
    ).toEqual([["job 13", "worker-died"]]);
    expect((await batch(...args)).exitCode).toBe(3);
    expect((await batch(...args, "--retry-failed")).exitCode).toBe(0);
    const again = rowsOf(scratch.path("out"));
    expect(again[13]!.document!.data).toHaveLength(10_000);
    expect(again.toSpliced(13, 1)).toEqual(rows.toSpliced(13, 1));
  });

  it("extracts a job's document, its upload file, or its errors", async () => {
    using scratch = new Scratch();
    const salaries = scratch.write("slate.csv", smallSalaryFile(CONTESTS[0]!));
    const jobs = [
      { id: "good one", salaries: "slate.csv", count: 7 },
      { id: "bad", salaries: "nowhere.csv" },
    ];
    const manifest = scratch.write("jobs.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
    const out = scratch.path("out");
    await batch("--manifest", manifest, "--out", out);
    const extract = (...args: readonly string[]) => batch("extract", "--out", out, ...args);
    const document = await extract("--id", "good one");
    expect(JSON.parse(document.stdout)).toEqual(rowsOf(out)[0]!.document);
    const upload = await extract("--id", "good one", "--format", "csv");
    const direct = await dfsLineups(["optimize", "--salaries", salaries, "-n", "7", "--format", "csv"]);
    expect(upload).toMatchObject({ exitCode: 0, stdout: direct.stdout });
    const bad = await extract("--id", "bad");
    expect(bad.exitCode).toBe(3);
    expect(JSON.parse(bad.stdout)).toEqual({ errors: rowsOf(out)[1]!.error });
    expect((await extract("--id", "none")).exitCode).toBe(2);
    writeFileSync(salaries, `${readFileSync(salaries, "utf8")}\n`);
    expect((await extract("--id", "good one", "--format", "csv")).stderr).toContain("have changed since");
  });

  it("logs how it goes, and leaves all that was counted when a file may grow no more", async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, 170);
    const [log, out] = [scratch.path("log"), scratch.path("out")];
    const args = ["--manifest", manifest, "--stamp", STAMP, "--log", log];
    await batch(...args, "--out", scratch.path("calm"));
    const messages = () =>
      readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    expect(messages()[0]).toBe("started");
    expect(messages().slice(-2)).toEqual(["written", "ended"]);
    // Files may have so many blocks of 1,024 bytes: the second chunk, or the third, is one too much.
    const limit = Math.floor(
      (0.6 * statSync(join(scratch.path("calm"), "segments", "000000.ndjson.gz")).size) / 1024,
    );
    const script = `trap "" XFSZ; ulimit -f ${limit}; exec "$@"`;
    const command = [process.execPath, COMMAND, "batch", ...args, "--out", out];
    const full = spawnSync("bash", ["-c", script, "bash", ...command], { encoding: "utf8" });
    expect(full.status).toBe(70);
    expect(full.stderr.replaceAll(/\s+/g, " ")).toContain(
      "would be larger than is allowed. All that was counted is safe",
    );
    expect(messages().at(-1)).toBe("broken off");
    expect(readFileSync(join(out, "journal"), "utf8")).not.toBe("");
    expect((await batch(...args, "--out", out)).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(promisedBytes(scratch.path("calm")));
  });
});
