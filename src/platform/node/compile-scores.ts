import { readFile } from "node:fs/promises";
import type { KernelModule } from "../../engine/solver/contest/kernel.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<KernelModule> };

/** The built file, found from `src/` and `dist/` alike. */
const FILE = new URL("../../../dist/score-kernel.wasm", import.meta.url);

let compiled: Promise<KernelModule> | undefined;

/** The WebAssembly of the contest simulation's inner loops, compiled once per thread. */
export function compileScores(): Promise<KernelModule> {
  compiled ??= readFile(FILE).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
