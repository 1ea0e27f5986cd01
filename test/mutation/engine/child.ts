import { readFileSync } from "node:fs";
import { constants, Script } from "node:vm";
import { turnOn } from "./hits.ts";
import { loadOutside, replacedFiles } from "./outside.ts";
import { type Coverage, cover, firstFailure, type Wanted } from "./run-tests.ts";

/** The bundle, at the path where the parent wrote it. */
export interface PlacedBundle {
  readonly file: string;
  readonly script: string;
  readonly outside: readonly string[];
}

/** Questions for the child process, answered one at a time. */
export type Question =
  | { readonly kind: "cover"; readonly bundle: PlacedBundle }
  | { readonly kind: "try"; readonly trial: Trial };

/** A change, and the tests that could detect it. */
export interface Trial {
  /** The mutant to turn on; -1 for none. */
  readonly mutant: number;
  /** The texts that replace files. */
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly tests: readonly { readonly bundle: PlacedBundle; readonly wanted: readonly Wanted[] }[];
}

/** Messages of the child process: a test started, with its limit in milliseconds, or the final reply. */
export type Message = Reply | { readonly begun: number };

export type Reply =
  | { readonly coverage: Coverage }
  | { readonly failed: string | null }
  | { readonly ready: true };

const scripts = new Map<string, Script>();

async function scriptOf({ script, outside }: PlacedBundle): Promise<Script> {
  let known = scripts.get(script);
  if (known === undefined) {
    await loadOutside(outside);
    known = new Script(readFileSync(script, "utf8"), {
      filename: script,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    scripts.set(script, known);
  }
  return known;
}

async function answer(question: Question): Promise<Reply> {
  if (question.kind === "cover") {
    const { bundle } = question;
    return { coverage: await cover(bundle.file, await scriptOf(bundle)) };
  }
  const { mutant, files, tests } = question.trial;
  replacedFiles.clear();
  for (const [path, text] of files) replacedFiles.set(path, text);
  for (const { bundle, wanted } of tests) {
    const script = await scriptOf(bundle);
    turnOn(mutant);
    const failed = await firstFailure(bundle.file, script, wanted, (milliseconds) =>
      process.send?.({ begun: milliseconds } satisfies Message),
    );
    if (failed !== null) return { failed: `${bundle.file.split("/test/").at(-1)}: ${failed}` };
  }
  return { failed: null };
}

// A mutant may reject a promise that no code awaits; the test that awaits its result fails.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});
process.on("message", (question: Question) => {
  answer(question).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ failed: `the run itself: ${error}` } satisfies Reply),
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true } satisfies Reply);
