import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { HighsModule } from "../../engine/solver/highs.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<HighsModule> };

let compiled: Promise<HighsModule> | undefined;

/** The WebAssembly of HiGHS, compiled once per thread; threads that compile equal bytes share the code. */
export function compileHighs(): Promise<HighsModule> {
  compiled ??= readFile(createRequire(import.meta.url).resolve("highs/runtime")).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}
