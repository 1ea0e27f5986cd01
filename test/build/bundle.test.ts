import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

/** A file of the bundle and its direct imports. */
function loadedWith(file: string): ReadonlySet<string> {
  const found = new Set([join(DIST, file)]);
  for (const one of found)
    for (const [, path] of readFileSync(one, "utf8").matchAll(
      /(?<=^|;)(?:import|export)\b[^;"]*"(\.\.?\/[^"]+\.js)"/gm,
    ))
      found.add(join(dirname(one), path!));
  return found;
}

it.each(["worker", "explain-worker", "portfolio-worker", "job-thread"])(
  "the thread %s runs no command and does not load the command-line parser",
  (thread) => {
    const loaded = loadedWith(`platform/parts/${thread}.js`);
    expect(loaded.size).toBeGreaterThan(1);
    expect([...loaded]).not.toContain(join(DIST, "cli/main.js"));
    const isParser = (file: string) => readFileSync(file, "utf8").includes("class Command ");
    expect([...loaded].filter(isParser)).toEqual([]);
    expect([...loadedWith("cli/main.js")].filter(isParser)).toHaveLength(1);
  },
);
