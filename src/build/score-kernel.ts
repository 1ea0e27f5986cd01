/** Compiles the inner loops of contests to WebAssembly: a file of `dist/` for Node, and a module for browsers. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "kernel.ts";
const OPTIONS = ["--runtime", "stub", "--noAssert", "-O3", "--enable", "simd", "--importMemory"];

export const KERNEL_SOURCE = join(ROOT, "src/solver/contest/kernel.as");
export const KERNEL_FILE = join(ROOT, "dist/score-kernel.wasm");
const KERNEL_MODULE = join(ROOT, "dist/platform/browser/score-kernel.js");

export async function writeScoreKernel(): Promise<void> {
  const source = readFileSync(KERNEL_SOURCE, "utf8");
  const kept = keptAt(source);
  if (!existsSync(kept)) {
    const whole = `${kept}.${process.pid}`;
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(whole, await compiled(source));
    renameSync(whole, kept);
  }
  const binary = readFileSync(kept);
  writeFileSync(KERNEL_FILE, binary);
  writeFileSync(KERNEL_MODULE, `export const SCORE_KERNEL = ${JSON.stringify(binary.toString("base64"))};\n`);
}

/** Where the kernel of a source is kept for the next build: to compile it takes longer than all else that is written. */
function keptAt(source: string): string {
  const compiler = readFileSync(join(ROOT, "node_modules/assemblyscript/package.json"), "utf8");
  const made = createHash("sha256").update(JSON.stringify([compiler, OPTIONS, source]));
  return join(ROOT, "node_modules/.cache", `score-kernel-${made.digest("hex")}.wasm`);
}

async function compiled(source: string): Promise<Uint8Array> {
  const { default: asc } = await import("assemblyscript/asc");
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
  return binary;
}
