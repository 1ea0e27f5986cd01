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
  "cli/options/definition": "types, and a label put on options",
  "cli/options/key": "a table of options",
  "cli/options/rules": "a table of options",
  "cli/options/score": "a table of options",
  "cli/options/verify": "a table of options",
  "cli/render/json": "one call",
  "formats/index": "the public names",
  "formats/slate": "types",
};

/** Files that are tested where they are used: as a whole command, or through the one function that they serve. */
const TESTED_BY: Readonly<Record<string, string>> = {
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
    const bare = sources.filter((file) => !existsSync(at(`test/${file}.test.ts`)) && !excepted.includes(file));
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
