import type { Script } from "node:vm";
import { beginCollecting, collectedTests, endCollecting } from "./harness.ts";
import { Hits } from "./hits.ts";
import { readFiles } from "./outside.ts";

/** What a test ran of, and for how long. */
interface Covered {
  readonly name: string;
  readonly milliseconds: number;
  readonly mutants: readonly number[];
  /** Why it failed, where it did. */
  readonly failure: string | null;
}

/** What a test file ran of: when it was loaded, and in each of its tests. */
export interface Coverage {
  readonly loaded: readonly number[];
  readonly milliseconds: number;
  readonly files: readonly string[];
  readonly tests: readonly Covered[];
}

/** Runs a bundle whole. */
export async function cover(file: string, script: Script): Promise<Coverage> {
  const hits = Hits.counting();
  readFiles.clear();
  const began = millisecondsRun();
  await load(file, script);
  const milliseconds = millisecondsRun() - began;
  const loaded = hits.take();
  const tests: Covered[] = [];
  for (const { name, run } of collectedTests()) {
    const started = millisecondsRun();
    const failure = await run().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    tests.push({ name, milliseconds: millisecondsRun() - started, mutants: hits.take(), failure });
  }
  await endCollecting();
  return { loaded, milliseconds, files: [...readFiles], tests };
}

/** Processor time: a busy machine does not change it. */
function millisecondsRun(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A test of a bundle by its place, and the milliseconds that it has. */
export interface Wanted {
  readonly at: number;
  readonly milliseconds: number;
}

/** The first of a bundle's tests to fail, "loading" where the bundle itself does; null where none fails. */
export async function firstFailure(
  file: string,
  script: Script,
  wanted: readonly Wanted[],
  onBegin: (milliseconds: number) => void,
): Promise<string | null> {
  try {
    await load(file, script);
  } catch {
    return "loading";
  }
  const tests = collectedTests();
  try {
    for (const { at, milliseconds } of wanted) {
      onBegin(milliseconds);
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
