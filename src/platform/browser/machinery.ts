import type { KernelModule } from "../../engine/solver/contest/kernel.ts";
import type { HighsModule, HighsScript } from "../../engine/solver/highs.ts";
import type { Machinery } from "../../engine/solver/registry.ts";
import { SolverFailedError, UnsupportedModelError } from "../../shared/errors.ts";

declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<KernelModule>;
  compileStreaming(response: Response): Promise<HighsModule>;
};

export type HighsSource = string | HighsModule | undefined;

const modules = new Map<string, Promise<HighsModule>>();

/**
 * Fetches and compiles an address once. @throws UnsupportedModelError if there is no address or the page
 * forbids WebAssembly, so that `auto` uses the next solver; SolverFailedError
 */
export async function compileHighs(highs: HighsSource): Promise<HighsModule> {
  if (highs === undefined)
    throw new UnsupportedModelError(
      "highs",
      "the address of its WebAssembly (highs/runtime) is not given",
      "Pass it to `createOptimizer` as `highs`.",
    );
  if (typeof highs !== "string") return highs;
  let compiling = modules.get(highs);
  if (compiling === undefined) {
    compiling = fetchHighs(highs);
    modules.set(highs, compiling);
    // After a failure, the next request tries again.
    compiling.catch(() => modules.delete(highs));
  }
  return compiling;
}

async function fetchHighs(address: string): Promise<HighsModule> {
  if (await isForbidden())
    throw new UnsupportedModelError(
      "highs",
      "the page's Content-Security-Policy forbids WebAssembly",
      "Add 'wasm-unsafe-eval' to its script-src directive.",
    );
  const response = await fetch(address).catch((cause: unknown) => {
    const remedy =
      "Serve the file there, and allow the address in the connect-src directive of the page's policy.";
    throw new SolverFailedError(`HiGHS's WebAssembly could not be fetched from ${address}. ${remedy}`, cause);
  });
  if (!response.ok)
    throw new SolverFailedError(
      `HiGHS's WebAssembly could not be fetched from ${address}: status ${response.status}. Serve the file highs/runtime there.`,
    );
  const wasm = address.endsWith(".gzip") ? unzipped(response.body!) : response;
  return WebAssembly.compileStreaming(wasm).catch((cause: unknown) => {
    throw new SolverFailedError(
      `HiGHS's WebAssembly at ${address} could not be compiled: ${String(cause)}. Serve the file highs/runtime there, as application/wasm.`,
      cause,
    );
  });
}

const unzipped = (body: ReadableStream) =>
  new Response(body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": "application/wasm" },
  });

/** The smallest WebAssembly module: the format's magic number and version. */
const EMPTY = [0, 97, 115, 109, 1, 0, 0, 0];

/** Browsers report that in many ways, so an empty module is tried. */
function isForbidden(): Promise<boolean> {
  return WebAssembly.compile(Uint8Array.from(EMPTY)).then(
    () => false,
    () => true,
  );
}

export function machineryOf(compile: () => Promise<HighsModule>): Machinery {
  return { compileHighs: compile, highsScript, compileScores };
}

async function highsScript(): Promise<HighsScript> {
  return (await import("./highs-script.js")).default;
}

let compiled: Promise<KernelModule> | undefined;

/** @throws UnsupportedModelError if the browser lacks SIMD or the page's policy forbids WebAssembly */
function compileScores(): Promise<KernelModule> {
  compiled ??= import("./score-kernel.js").then(({ SCORE_KERNEL }) =>
    WebAssembly.compile(Uint8Array.from(atob(SCORE_KERNEL), (one) => one.charCodeAt(0))).catch(() => {
      throw new UnsupportedModelError(
        "contest",
        "the browser has no WebAssembly with SIMD, or the page's Content-Security-Policy forbids it",
        "Use a current browser, and add 'wasm-unsafe-eval' to the script-src directive.",
      );
    }),
  );
  return compiled;
}
