import type { Script } from "node:vm";
import { beginCollecting, collectedTests, endCollecting } from "./harness.ts";
import { Hits } from "./hits.ts";
import { readFiles } from "./outside.ts";

/** What a test ran of. */
interface Covered {
  readonly name: string;
  readonly milliseconds: number;
  readonly mutants: readonly number[];
}

/** What a test file ran of: when it was loaded, and in each of its tests. */
export interface Coverage {
  readonly loaded: readonly number[];
  readonly milliseconds: number;
  readonly files: readonly string[];
  readonly tests: readonly Covered[];
  /** Why a test failed, where one did. */
  readonly failure: string | null;
}

/** Runs a bundle whole. */
export async function cover(file: string, script: Script): Promise<Coverage> {
  const hits = Hits.counting();
  readFiles.clear();
  const began = performance.now();
  await load(file, script);
  const milliseconds = performance.now() - began;
  const loaded = hits.take();
  const tests: Covered[] = [];
  let failure: string | null = null;
  for (const { name, run } of collectedTests()) {
    const started = performance.now();
    try {
      await run();
    } catch (error) {
      failure ??= `${name}: ${error instanceof Error ? error.message : error}`;
    }
    tests.push({ name, milliseconds: performance.now() - started, mutants: hits.take() });
  }
  await endCollecting();
  return { loaded, milliseconds, files: [...readFiles], tests, failure };
}

/** The first of a bundle's tests to fail, "loading" where the bundle itself does; null where none fails. */
export async function firstFailure(
  file: string,
  script: Script,
  wanted: readonly number[],
): Promise<string | null> {
  try {
    await load(file, script);
  } catch {
    return "loading";
  }
  const tests = collectedTests();
  try {
    for (const at of wanted) {
      const test = tests[at];
      if (test === undefined) return "collecting";
      try {
        await test.run();
      } catch {
        return test.name;
      }
    }
    return null;
  } finally {
    await endCollecting().catch(() => {});
  }
}

async function load(file: string, script: Script): Promise<void> {
  beginCollecting(file);
  await (script.runInThisContext() as Promise<void>);
}
