import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AskedChild } from "./asked-child.ts";
import { bundleTest } from "./bundle.ts";
import type { PlacedBundle, Trial } from "./child.ts";
import type { Coverage } from "./run-tests.ts";

/**
 * The least time a test may run with a change, however fast it is; slower tests may take this multiple of
 * their time.
 */
const LEAST_MILLISECONDS = 2_000;
const TIMES = 3;
/** Properties that run fewer cases may miss their thresholds. */
const HAS_FEWER_RUNS = Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1) < 1;
/** Slower tests run last, from any file. */
const DEAR_MILLISECONDS = 300;
const LONGEST_COVERING = 300_000;

/** The result for a change under which tests do not end. */
export const NO_END = "no end";

/** The outcome of a change: the test that detected it, `NO_END`, or null if it survived. */
export interface Outcome {
  readonly killed: string | null;
  /** The number of tests that run it. */
  readonly tests: number;
}

/** Some test files over some sources, with the places that each test runs. */
export class Trials implements AsyncDisposable {
  readonly #child = new AskedChild();
  readonly #folder = mkdtempSync(join(tmpdir(), "dfs-lineups-mutation-"));
  readonly #known: { readonly bundle: PlacedBundle; readonly coverage: Coverage }[] = [];

  /**
   * Runs every test once with all mutants off, and the quick ones again in the order of trials.
   * @throws Error naming a test that fails that way.
   */
  async prepare(testFiles: readonly string[], texts: ReadonlyMap<string, string>): Promise<void> {
    for (const [at, file] of testFiles.entries()) {
      const { code, outside } = await bundleTest(file, texts);
      const script = join(this.#folder, `${at}.js`);
      writeFileSync(script, code);
      const bundle = { file, script, outside };
      const reply = await this.#child.ask({ kind: "cover", bundle }, LONGEST_COVERING);
      if (reply === null || !("coverage" in reply))
        throw new Error(`${file} does not end: ${JSON.stringify(reply)}`);
      for (const { name, failure } of reply.coverage.tests) {
        if (failure === null) continue;
        const words = `${file}, ${name}, fails as it stands: ${failure}`;
        if (!HAS_FEWER_RUNS) throw new Error(words);
        process.stderr.write(`left out: ${words}\n`);
      }
      this.#known.push({ bundle, coverage: reply.coverage });
    }
    const { killed } = await this.#try({ mutant: -1, files: [] }, ({ tests }) =>
      [...tests.keys()].filter((at) => (tests[at]?.milliseconds ?? 0) <= DEAR_MILLISECONDS),
    );
    // A test that fails only in another order would seem to detect any change.
    if (killed !== null) throw new Error(`${killed}, fails in another order as it stands.`);
  }

  /** Whether a test detects a mutant. */
  async tryMutant(mutant: number): Promise<Outcome> {
    return this.#try({ mutant, files: [] }, ({ loaded, tests }) => {
      const isLoaded = loaded.includes(mutant);
      return [...tests.keys()].filter((at) => isLoaded || tests[at]?.mutants.includes(mutant));
    });
  }

  /** Whether a test detects the changed text of a file. */
  async tryText(path: string, text: string): Promise<Outcome> {
    return this.#try({ mutant: -1, files: [[path, text]] }, ({ files, tests }) =>
      files.includes(path) ? [...tests.keys()] : [],
    );
  }

  async #try(
    change: Omit<Trial, "tests">,
    wantedOf: (coverage: Coverage) => readonly number[],
  ): Promise<Outcome> {
    const chosen = this.#known
      .flatMap(({ bundle, coverage }) => {
        const wanted = wantedOf(coverage)
          .filter((at) => coverage.tests[at]?.failure === null)
          .map((at) => ({ at, time: timeOf(coverage, at) }));
        const dear = wanted.filter(({ time }) => time > DEAR_MILLISECONDS).map((one) => [one]);
        const cheap = wanted.filter(({ time }) => time <= DEAR_MILLISECONDS);
        return [cheap, ...dear].map((tests) => ({
          bundle,
          wanted: tests
            .sort((a, b) => a.time - b.time)
            .map(({ at, time }) => ({ at, milliseconds: LEAST_MILLISECONDS + TIMES * time })),
          time: tests.reduce((sum, { time }) => sum + time, coverage.milliseconds),
        }));
      })
      .filter(({ wanted }) => wanted.length > 0)
      .sort((a, b) => a.time - b.time);
    const tests = chosen.reduce((sum, { wanted }) => sum + wanted.length, 0);
    if (tests === 0) return { killed: null, tests };
    // Stands for loading the file, before the first test.
    const limit = LEAST_MILLISECONDS + TIMES * (chosen[0]?.time ?? 0);
    const trial = { ...change, tests: chosen.map(({ bundle, wanted }) => ({ bundle, wanted })) };
    const reply = await this.#child.ask({ kind: "try", trial }, limit);
    if (reply === null) return { killed: NO_END, tests };
    if (!("failed" in reply)) throw new Error("The child answered something else.");
    return { killed: reply.failed, tests };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function timeOf({ tests }: Coverage, at: number): number {
  return tests[at]?.milliseconds ?? 0;
}
