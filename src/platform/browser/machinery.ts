import type { KernelModule } from "../../engine/solver/contest/kernel.ts";
import type { Machinery } from "../../engine/solver/registry.ts";
import { highsCompiler } from "./compile-highs.ts";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<KernelModule> };

/** The parts of a browser that solvers need; `highs` is the address of HiGHS's WebAssembly. */
export function machineryOf(highs: string | undefined): Machinery {
  return { compileHighs: highsCompiler(highs), compileScores };
}

let compiled: Promise<KernelModule | null> | undefined;

/** Returns null in browsers without SIMD, and in pages whose policy forbids WebAssembly. */
function compileScores(): Promise<KernelModule | null> {
  compiled ??= import("./score-kernel.js")
    .then(({ SCORE_KERNEL }) =>
      WebAssembly.compile(Uint8Array.from(atob(SCORE_KERNEL), (one) => one.charCodeAt(0))),
    )
    .catch(() => null);
  return compiled;
}
