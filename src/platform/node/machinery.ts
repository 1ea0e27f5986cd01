import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { failureOf, type TaskResult } from "../../engine/search/tasks.ts";
import type { KernelModule } from "../../engine/solver/contest/kernel.ts";
import type { HighsModule, HighsScript } from "../../engine/solver/highs.ts";
import type { Machinery } from "../../engine/solver/registry.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/** Compiles a file once per thread; threads that compile equal bytes share the code. */
function compiledOnce<Module extends object>(fileOf: () => string | URL): () => Promise<Module> {
  let compiled: Promise<Module> | undefined;
  return () => {
    compiled ??= readFile(fileOf()).then((bytes) => WebAssembly.compile(bytes) as Promise<Module>);
    return compiled;
  };
}

export const compileHighs = compiledOnce<HighsModule>(() =>
  createRequire(import.meta.url).resolve("highs/runtime"),
);

/** The build writes this file. The relative path is the same from `src/` and `dist/`. */
export const compileScores = compiledOnce<KernelModule>(
  () => new URL("../../../dist/score-kernel.wasm", import.meta.url),
);

const POLL_MS = 20;

/**
 * Runs a worker's task, with a signal that aborts when the flag is set. Never throws: an exception means a
 * broken worker.
 */
export async function resultUnlessEnded<Value>(
  flag: Int32Array,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<TaskResult<Value>> {
  const ended = new AbortController();
  const polling = setInterval(() => Atomics.load(flag, 0) !== 0 && ended.abort(), POLL_MS);
  try {
    return { value: await run(ended.signal) };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    clearInterval(polling);
  }
}

export const machinery: Machinery = {
  compileHighs,
  // To the compiler the package is CommonJS; at run time it is a module with a default export.
  highsScript: async () => (await import("highs")).default as unknown as HighsScript,
  compileScores,
};
