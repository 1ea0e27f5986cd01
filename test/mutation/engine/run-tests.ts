import type { Script } from "node:vm";
import { beginCollecting, collectedTests, endCollecting } from "./harness.ts";
import { Hits } from "./hits.ts";
import { readFiles } from "./outside.ts";

/** The mutants that a test ran, and its duration. */
interface Covered {
  readonly name: string;
  readonly milliseconds: number;
  readonly mutants: readonly number[];
  /** The reason of its failure, if it failed. */
  readonly failure: string | null;
}

/** The mutants that a test file ran: while loading, and in each of its tests. */
export interface Coverage {
  readonly loaded: readonly number[];
  readonly milliseconds: number;
  readonly files: readonly string[];
  readonly tests: readonly Covered[];
}

/** Runs a whole bundle. */
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

/** Processor time, which does not depend on the machine's load. */
function millisecondsRun(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The index of a test in its bundle, and its time limit in milliseconds. */
export interface Wanted {
  readonly at: number;
  readonly milliseconds: number;
}

/** The first failing test of a bundle, "loading" if the bundle itself fails; null if none fails. */
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
