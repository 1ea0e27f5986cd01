/**
 * The inner loops of the contest simulation as WebAssembly. The compiled form of `kernel.as` is stored next
 * to it, because the compiler is large and rarely needed: `npm run build:kernel` installs and runs it, and a
 * build copies the result.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installed, versionOf } from "./on-demand.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "kernel.ts";
const OPTIONS = ["--runtime", "stub", "--noAssert", "-O3", "--enable", "simd", "--importMemory"];

export const KERNEL_SOURCE = join(ROOT, "src/engine/solver/contest/kernel.as");
export const KERNEL_FILE = join(ROOT, "dist/score-kernel.wasm");
export const KEPT_KERNEL = join(ROOT, "src/engine/solver/contest/kernel.json");
const KERNEL_MODULE = join(ROOT, "modules/platform/browser/score-kernel.js");

/** The compiled kernel as it is stored next to its source. */
export interface KeptKernel {
  /** A digest of the source, the compiler's version and its options. */
  readonly madeOf: string;
  /** The compiled kernel in base 64. */
  readonly wasm: string;
}

export function writeScoreKernel(): void {
  const { wasm } = currentKernel(JSON.parse(readFileSync(KEPT_KERNEL, "utf8")), kernelSource());
  mkdirSync(dirname(KERNEL_MODULE), { recursive: true });
  writeFileSync(KERNEL_FILE, Buffer.from(wasm, "base64"));
  writeFileSync(KERNEL_MODULE, `export const SCORE_KERNEL = ${JSON.stringify(wasm)};\n`);
}

export function currentKernel(kept: KeptKernel, source: string): KeptKernel {
  if (kept.madeOf === digestOf(source)) return kept;
  throw new Error(
    `${KEPT_KERNEL} was not compiled from ${KERNEL_SOURCE} as it is now: run "npm run build:kernel"`,
  );
}

export const kernelSource = (): string => readFileSync(KERNEL_SOURCE, "utf8");

function digestOf(source: string): string {
  const parts = JSON.stringify([versionOf("assemblyscript"), OPTIONS, source]);
  return createHash("sha256").update(parts).digest("hex");
}

/** The part of the compiler's interface that this file uses. */
interface Compiler {
  main(
    options: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: Uint8Array | string): void;
      listFiles(): readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

export async function compiledKernel(source: string): Promise<KeptKernel> {
  const place = join(await installed("assemblyscript"), "assemblyscript/dist/asc.js");
  const { default: asc }: { readonly default: Compiler } = await import(pathToFileURL(place).href);
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main([ENTRY, ...OPTIONS, "--outFile", "kernel.wasm"], {
    readFile: (name) => (name === ENTRY ? source : null),
    writeFile(_name, contents) {
      if (typeof contents !== "string") binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined)
    throw new Error(`${KERNEL_SOURCE} could not be compiled: ${stderr.toString()}`, { cause: error });
  return { madeOf: digestOf(source), wasm: Buffer.from(binary).toString("base64") };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(KEPT_KERNEL, `${JSON.stringify(await compiledKernel(kernelSource()), null, 2)}\n`);
