/** Compiles the inner loops of contests to WebAssembly: a file of `dist/` for Node, and a module for browsers. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "kernel.ts";
const OPTIONS = ["--runtime", "stub", "--noAssert", "-O3", "--enable", "simd", "--importMemory"];

export const KERNEL_SOURCE = join(ROOT, "src/solver/contest/kernel.as");
export const KERNEL_FILE = join(ROOT, "dist/score-kernel.wasm");
const KERNEL_MODULE = join(ROOT, "dist/platform/browser/score-kernel.js");

export async function writeScoreKernel(): Promise<void> {
  const source = readFileSync(KERNEL_SOURCE, "utf8");
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
  writeFileSync(KERNEL_FILE, binary);
  const text = Buffer.from(binary).toString("base64");
  writeFileSync(KERNEL_MODULE, `export const SCORE_KERNEL = ${JSON.stringify(text)};\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeScoreKernel();
