import { readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, Script } from "node:vm";
import { bundleTest, ROOT } from "../mutation/engine/bundle.ts";
import {
  beginCollecting,
  type CollectedTest,
  collectedTests,
  endCollecting,
} from "../mutation/engine/harness.ts";
import { loadOutside } from "../mutation/engine/outside.ts";
import { filesIn } from "../mutation/files-in.ts";

/** Test files whose properties need other processes; campaigns leave them out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "test/cli/build/json-schemas.test.ts": "reads what is built",
  "test/service/client/limiter.test.ts": "runs a server",
  "test/service/client/pages.test.ts": "runs a server",
  "test/service/client/redactor.test.ts": "runs a server",
  "test/engine/conformance/every-solver.test.ts": "is for solvers without their own file, and all have one",
  "test/engine/conformance/highs.test.ts": "HiGHS leaks between runs of one process",
  "test/optimizer/optimizer.test.ts": "runs worker threads of what is built",
  "test/service/server/fuzz.test.ts": "runs a server",
  "test/service/server/shared-pools.test.ts": "runs a server",
};

/** Test files that run only in campaigns. */
const CAMPAIGN_ALONE = ["test/campaign/contests.ts"];

/** The test files with properties. */
export function propertyFiles(): readonly string[] {
  const ordinary = filesIn("test", ".test.ts").filter((file) => {
    if (LEFT_OUT[file] !== undefined || file.startsWith("test/campaign/")) return false;
    return /\bfc\.assert\(|conformanceSuite\(/.test(readFileSync(join(ROOT, file), "utf8"));
  });
  return [...ordinary, ...CAMPAIGN_ALONE];
}

/** A test file that can be loaded repeatedly, each time afresh. */
export interface Runnable {
  readonly file: string;
  /** The freshly loaded tests; call `end` when they have run. */
  load(): Promise<{ readonly tests: readonly CollectedTest[]; end(): Promise<void> }>;
}

/** Loads a test file with the given replacement for fast-check. */
export async function runnable(file: string): Promise<Runnable> {
  const path = join(ROOT, file);
  const { code, outside } = await bundleTest(path, new Map());
  await loadOutside(outside);
  const script = new Script(code, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return {
    file,
    async load() {
      beginCollecting(path);
      await (script.runInThisContext() as Promise<void>);
      return { tests: collectedTests(), end: endCollecting };
    },
  };
}
