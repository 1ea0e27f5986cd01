import { readFile } from "node:fs/promises";
import type { KernelModule } from "../../solver/contest/kernel.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<KernelModule> };

/** The built file lies at the same place seen from `src/` and from `dist/`. */
const FILE = new URL("../../../dist/score-kernel.wasm", import.meta.url);

let compiled: Promise<KernelModule> | undefined;

/** The WebAssembly of contests' inner loops, compiled once per thread. */
export function compileScores(): Promise<KernelModule> {
  compiled ??= readFile(FILE).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
