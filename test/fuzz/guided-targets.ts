import { readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, Script } from "node:vm";
import { bundleTest, ROOT } from "../mutation/engine/bundle.ts";
import { instrument } from "../mutation/engine/instrument.ts";
import { codeOperators } from "../mutation/engine/operators.ts";
import { loadOutside } from "../mutation/engine/outside.ts";
import { filesIn } from "../mutation/files-in.ts";
import type { WatchedTargets } from "./watched-targets.ts";

/**
 * Modules that read texts; each place in them reports when it is reached. Solvers and rules are left out:
 * their inputs are models.
 */
const WATCHED = [
  "src/batch",
  "src/files",
  "src/contests/catalog",
  "src/portfolio",
  "src/contests/problem",
  "src/shared/schema",
  "src/contests/scoring",
];

/** The targets that read text with coverage feedback. */
export async function guidedTargets(): Promise<WatchedTargets> {
  const texts = new Map<string, string>();
  let from = 0;
  for (const file of WATCHED.flatMap((folder) => filesIn(folder, ".ts"))) {
    const path = join(ROOT, file);
    const { text, known } = instrument(file, readFileSync(path, "utf8"), {
      operators: codeOperators,
      from,
      isDrawn: () => true,
      isWanted: () => true,
      instead: () => "",
    });
    texts.set(path, text);
    from += known;
  }
  const entry = join(ROOT, "test/fuzz/watched-targets.ts");
  const { code, outside } = await bundleTest(entry, texts);
  await loadOutside(outside);
  const script = new Script(code, {
    filename: entry,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  await (script.runInThisContext() as Promise<void>);
  return (globalThis as unknown as { watchedTargets: WatchedTargets }).watchedTargets;
}
