import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const at = (path: string) => new URL(`../${path}`, import.meta.url);

/** Folders of src/ of which every file has its test at the same path below test/, or stands below. */
const MIRRORED = ["cli", "formats", "shared", "solver/paths"];

/** Files without anything to test. */
const WITHOUT_LOGIC: Readonly<Record<string, string>> = {
  "cli/commands": "a table of imports",
  "cli/refused-error": "an error's fields",
  "cli/standard-output": "a constant",
  "cli/usage-error": "an error's fields",
  "cli/options/build": "a table of options",
  "cli/options/check": "a table of options",
  "cli/options/completion": "a table of options",
  "cli/options/definition": "types, and a label put on options",
  "cli/options/entries": "a table of options",
  "cli/options/key": "a table of options",
  "cli/options/report": "a table of options",
  "cli/options/rules": "a table of options",
  "cli/options/slate": "a table of options",
  "cli/options/solving": "a table of options",
  "cli/options/score": "a table of options",
  "cli/options/verify": "a table of options",
  "cli/render/json": "one call",
  "formats/index": "the public names",
  "formats/slate": "types",
  "solver/paths/roster-shape": "types",
};

/** Files that are tested where they are used: as a whole command, or through the one function that they serve. */
const TESTED_BY: Readonly<Record<string, string>> = {
  "cli/completion/bash": "cli/completion/shells",
  "cli/completion/fish": "cli/completion/shells",
  "cli/completion/spec": "cli/completion/shells",
  "cli/completion/zsh": "cli/completion/shells",
  "cli/input/asked-of-slate": "cli/salary-options",
  "cli/input/entries-file": "cli/slate",
  "cli/input/lineup-input": "cli/contests",
  "cli/input/ready-input": "cli/contests",
  "cli/input/ownerships": "cli/report",
  "cli/input/reported-document": "cli/report",
  "cli/input/reported-file": "cli/report",
  "cli/input/request-files": "cli/contests",
  "cli/input/salary-files": "cli/salary-options",
  "cli/input/slate-points": "cli/performances",
  "formats/lineups-file": "cli/portfolio",
  "formats/json-input": "cli/run/batch",
  "formats/paired-games": "formats/match-service",
  "formats/service-games": "formats/match-service",
  "formats/service-slate": "formats/match-service",
  "cli/input/portfolio-input": "cli/portfolio",
  "cli/main": "cli/errors",
  "cli/while-drawing": "cli/simulate",
  "cli/options/batch": "cli/run/batch",
  "cli/options/queue": "cli/run/worker",
  "cli/options/worker": "cli/run/worker",
  "cli/run/batch-extract": "cli/run/batch",
  "cli/run/batch-files": "cli/run/batch",
  "cli/batch-log": "cli/run/batch",
  "cli/end-when-lost": "cli/run/worker",
  "cli/options/input": "cli/salary-options",
  "cli/optimizer-of": "cli/build",
  "cli/note-left-out": "cli/simulate",
  "cli/input/contest-files": "cli/contest",
  "cli/input/draw-terms": "cli/simulate",
  "cli/options/contest": "cli/contest",
  "cli/render/contest-csv": "cli/contest",
  "cli/render/contest-facts": "cli/contest",
  "cli/render/contest-report": "cli/contest",
  "cli/render/slate-people": "cli/simulate",
  "cli/run/contest": "cli/contest",
  "cli/options/optimize": "cli/help",
  "cli/options/portfolio": "cli/portfolio",
  "cli/options/serve": "cli/serve",
  "cli/options/simulate": "cli/simulate",
  "cli/output": "cli/errors",
  "cli/program": "cli/help",
  "cli/render/certificate-verdict": "cli/verify",
  "cli/render/compact-lines": "cli/render/lineups",
  "cli/render/lineup-rows": "cli/contests",
  "cli/render/lineup-table": "cli/tables",
  "cli/render/long-csv": "cli/render/lineups",
  "cli/render/ndjson-lines": "cli/render/lineups",
  "cli/render/paragraph": "cli/failure",
  "cli/render/report-text": "cli/report",
  "cli/report-file": "cli/report",
  "cli/run/report": "cli/report",
  "cli/write-report": "cli/report",
  "cli/write-page": "cli/simulate",
  "cli/render/portfolio-figures": "cli/portfolio",
  "cli/render/row-verdicts": "cli/run/verify-upload",
  "cli/options/swap": "cli/swap",
  "cli/render/simulation-csv": "cli/simulate",
  "cli/render/simulation-facts": "cli/simulate",
  "cli/render/simulation-report": "cli/simulate",
  "cli/render/slate-facts": "cli/slate",
  "cli/render/slate-report": "cli/slate",
  "cli/render/swap-table": "cli/swap",
  "cli/render/rules-table": "cli/tables",
  "cli/run/build": "cli/build",
  "cli/run/check": "cli/check",
  "cli/run/completion": "cli/completion/shells",
  "cli/run/key": "cli/serve",
  "cli/render/portfolio-progress": "cli/portfolio",
  "cli/run/portfolio": "cli/portfolio",
  "cli/reproduction": "search/second-opinion",
  "cli/run/serve-differences": "search/second-opinion",
  "cli/run/reproduce": "search/second-opinion",
  "cli/render/table-findings": "cli/tables",
  "cli/run/rules": "cli/tables",
  "cli/run/rules-check": "cli/tables",
  "cli/run/score": "cli/tables",
  "cli/run/serve": "cli/serve",
  "cli/run/serve-projections": "cli/serve",
  "cli/run/simulate": "cli/simulate",
  "cli/run/slate": "cli/slate",
  "cli/run/swap": "cli/swap",
  "cli/run/verify": "cli/verify",
  "cli/run/watch-file": "cli/swap",
  "cli/run/watch-keys": "cli/serve",
  "formats/aliases": "formats/match-names",
  "formats/book-cells": "formats/entries/fill-entries",
  "formats/entries/kept-text": "formats/entries/fill-entries",
  "formats/entries/kept-seats": "formats/entries/swap-entries",
  "formats/entries/layout": "formats/slot-row",
  "formats/entries/seat-slots": "formats/entries/seat-lineup",
  "formats/entries/sitting": "formats/entries/swap-entries",
  "formats/held": "cli/check",
  "formats/match-report": "formats/match-projections",
  "shared/name-keys": "formats/match-names",
  "formats/nearest": "formats/match-names",
  "formats/performance-rows": "formats/stat-columns",
  "formats/projection-file": "cli/performances",
  "formats/row-names": "formats/match-names",
  "formats/score-rows": "formats/stat-columns",
  "formats/settle-claims": "formats/match-projections",
  "shared/short-forms": "formats/match-names",
  "formats/stat-row": "formats/stat-columns",
  "solver/paths/frontiers": "solver/paths/exactness",
  "solver/paths/guard": "solver/paths/limits",
  "solver/paths/automaton-cache": "solver/paths/classes",
  "solver/paths/best-lineups": "solver/paths/exactness",
  "solver/paths/class-order": "solver/paths/automaton",
  "solver/paths/depth": "solver/paths/exactness",
  "solver/paths/group-trellis": "solver/paths/limits",
  "solver/paths/grouping": "solver/paths/limits",
  "solver/paths/integer-list": "solver/paths/limits",
  "solver/paths/method": "solver/paths/limits",
  "solver/paths/ordered/known": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/spare": "solver/paths/ordered/ordered-lineups",
  "solver/paths/recent-instances": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/lineups-in-order": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/sums": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/load": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/barred": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/bounding": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/foremost": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/kinds": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/branch": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/layout": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/depths": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/descent": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/judge": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/opening": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/pair-test": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/reach": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/shelf": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/sums-descent": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/total-limits": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/tracked-trellis": "solver/paths/ordered/ordered-lineups",
  "solver/paths/ordered/trackers": "solver/paths/ordered/ordered-lineups",
  "solver/paths/price": "solver/paths/salary-table",
  "solver/paths/raw-level": "solver/paths/free-seats",
  "solver/paths/read-instance": "solver/paths/instance",
  "solver/paths/relaxation": "solver/paths/salary-table",
  "solver/paths/roster": "solver/paths/limits",
  "solver/paths/scratch": "solver/paths/salary-table",
  "solver/paths/seat-states": "solver/paths/limits",
  "solver/paths/side-rules": "solver/paths/limits",
  "solver/paths/split": "solver/paths/limits",
  "solver/paths/sweeps": "solver/paths/salary-table",
  "solver/paths/trellis": "solver/paths/salary-table",
  "solver/paths/undominated": "solver/paths/limits",
  "solver/paths/walk": "solver/paths/exactness",
  "solver/paths/windows": "solver/paths/salary-table",
};

const sources = MIRRORED.flatMap((folder) =>
  readdirSync(at(`src/${folder}`), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.slice(0, -".ts".length)}`),
).sort();
const excepted = [...Object.keys(WITHOUT_LOGIC), ...Object.keys(TESTED_BY)];

describe("every source file", () => {
  it("has its own test, or stands among the exceptions with the reason", () => {
    expect(sources.length).toBeGreaterThan(100);
    const bare = sources.filter(
      (file) => !existsSync(at(`test/${file}.test.ts`)) && !excepted.includes(file),
    );
    expect(bare).toEqual([]);
  });
});

describe("the exceptions", () => {
  it("are files that exist and have no test of their own, each once", () => {
    expect(excepted.filter((file) => !sources.includes(file))).toEqual([]);
    expect(excepted.filter((file) => existsSync(at(`test/${file}.test.ts`)))).toEqual([]);
    expect(new Set(excepted).size).toBe(excepted.length);
  });

  it("name tests that exist", () => {
    const missing = Object.values(TESTED_BY).filter((test) => !existsSync(at(`test/${test}.test.ts`)));
    expect(missing).toEqual([]);
  });
});
