import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Bundle, bundle, LIBRARY } from "../../support/browser/bundle.ts";

/** Bytes, gzipped, that a page may load before its first lineups. */
const FIRST_LOAD = 90_000;

/** The files that an entry loads at once, itself included. */
function atOnce({ outputs }: Bundle, entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const { path, kind, external } of outputs[entry]!.imports)
    if (kind === "import-statement" && !external) atOnce({ outputs } as Bundle, path, found);
  return found;
}

it("the library and its worker are small, and other solvers are loaded later", async () => {
  const made = await bundle(LIBRARY);
  const first = new Set([...atOnce(made, "library.js"), ...atOnce(made, "worker.js")]);
  const size = [...first].reduce((sum, name) => sum + gzipSync(made.files.get(name)!).length, 0);
  expect(size).toBeLessThan(FIRST_LOAD);
  // Were it much smaller, something would be missing.
  expect(size).toBeGreaterThan(FIRST_LOAD / 2);
  const inFirst = [...first].flatMap((name) => Object.keys(made.outputs[name]!.inputs));
  const later = [...made.files.keys()].filter((name) => !first.has(name));
  const inLater = later.flatMap((name) => Object.keys(made.outputs[name]!.inputs));
  for (const solver of ["highs", "javascript-lp-solver"]) {
    const parts = (inputs: readonly string[]) =>
      inputs.filter((input) => input.includes(`node_modules/${solver}/`));
    expect(parts(inFirst)).toEqual([]);
    expect(parts(inLater)).not.toEqual([]);
  }
});
