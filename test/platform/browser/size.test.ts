import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Bundle, bundle, LIBRARY, scriptOf } from "../../support/browser/bundle.ts";

const PARTS = fileURLToPath(new URL("../../../dist/platform/parts/", import.meta.url));

/** The part with the script of HiGHS. */
const HIGHS_PART = readdirSync(PARTS).find((name) =>
  readFileSync(PARTS + name, "utf8").includes("highs.wasm"),
)!;

/** The files that an entry point loads directly, itself included. */
function atOnce(made: Bundle, entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const { path, kind, external } of made.outputs[entry]!.imports)
    if (kind === "import-statement" && !external) atOnce(made, path, found);
  return found;
}

/**
 * Names that a page imports from the library, and the gzipped bytes that it and its worker may load
 * initially.
 */
const PAGES = [
  ["finds lineups", ["createOptimizer"], 75_500],
  ["finds lineups of a salary file", ["createOptimizer", "readSlateFile", "slateInputs"], 92_000],
] as const;

it.each(PAGES)("a page that %s loads little initially, and other solvers later", async (_, names, limit) => {
  const made = await bundle({ page: scriptOf(names), worker: LIBRARY.worker });
  const first = new Set([...atOnce(made, "page.js"), ...atOnce(made, "worker.js")]);
  const size = [...first].reduce((sum, name) => sum + gzipSync(made.files.get(name)!).length, 0);
  expect(size).toBeLessThan(limit);
  // If it were much smaller, something would be missing.
  expect(size).toBeGreaterThan(limit / 2);
  const inFirst = [...first].flatMap((name) => Object.keys(made.outputs[name]!.inputs));
  const later = [...made.files.keys()].filter((name) => !first.has(name));
  const inLater = later.flatMap((name) => Object.keys(made.outputs[name]!.inputs));
  for (const solver of [HIGHS_PART, "node_modules/javascript-lp-solver/"]) {
    const partsIn = (inputs: readonly string[]) => inputs.filter((input) => input.includes(solver));
    expect(partsIn(inFirst)).toEqual([]);
    expect(partsIn(inLater)).not.toEqual([]);
  }
});
