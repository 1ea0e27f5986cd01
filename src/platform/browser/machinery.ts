import type { KernelModule } from "../../engine/solver/contest/kernel.ts";
import type { HighsModule } from "../../engine/solver/highs.ts";
import type { Machinery } from "../../engine/solver/registry.ts";
import { UnsupportedModelError } from "../../shared/errors.ts";

declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<KernelModule>;
  compileStreaming(response: Promise<Response>): Promise<HighsModule>;
};

/**
 * Compiles the WebAssembly of HiGHS while it is fetched from `address`, on first use.
 * @throws UnsupportedModelError if there is no address, so that `auto` uses the next solver.
 */
function highsCompiler(address: string | undefined): () => Promise<HighsModule> {
  return async () => {
    if (address === undefined)
      throw new UnsupportedModelError("highs", "the address of its WebAssembly (highs/runtime) is not given");
    return WebAssembly.compileStreaming(fetch(address));
  };
}

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
