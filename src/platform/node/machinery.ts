import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { KernelModule } from "../../engine/solver/contest/kernel.ts";
import type { HighsModule, HighsScript } from "../../engine/solver/highs.ts";
import type { Machinery } from "../../engine/solver/registry.ts";
import { sha1 } from "../../shared/guid-bytes.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<HighsModule & KernelModule> };

let highs: Promise<HighsModule> | undefined;

/** The WebAssembly of HiGHS, compiled once per thread; threads that compile equal bytes share the code. */
export function compileHighs(): Promise<HighsModule> {
  highs ??= readFile(createRequire(import.meta.url).resolve("highs/runtime")).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return highs;
}

/**
 * The WebAssembly of the contest simulation's inner loops, a file that the build writes. The relative path is
 * the same from `src/` and `dist/`.
 */
const FILE = new URL("../../../dist/score-kernel.wasm", import.meta.url);

let scores: Promise<KernelModule> | undefined;

/** The WebAssembly of the contest simulation's inner loops, compiled once per thread. */
export function compileScores(): Promise<KernelModule> {
  scores ??= readFile(FILE).then((bytes) => WebAssembly.compile(bytes));
  return scores;
}

/** What solvers need from Node. */
export const machinery: Machinery = {
  compileHighs,
  // To the compiler the package is CommonJS; at run time it is a module with a default export.
  highsScript: async () => (await import("highs")).default as unknown as HighsScript,
  compileScores,
};

/** How many bytes a process hashes before Node's library is worth loading. */
const LARGE_HASH_BYTES = 100_000;
let hashed = 0;

/** Like `sha1`, but uses Node's library, which is five times as fast, once the process has hashed much. */
export function nodeSha1(bytes: Uint8Array): Int32Array {
  hashed += bytes.length;
  if (hashed < LARGE_HASH_BYTES) return sha1(bytes);
  const digest = process.getBuiltinModule("node:crypto").createHash("sha1").update(bytes).digest();
  return Int32Array.from({ length: 5 }, (_, word) => digest.readInt32BE(4 * word));
}
