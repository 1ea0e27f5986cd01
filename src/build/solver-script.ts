/**
 * Writes the scripts that web pages need to run solvers: the script of HiGHS, and the solver worker as one
 * file.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BROWSER = join(ROOT, "dist/platform/browser");

/** The esbuild options for scripts of web pages. */
export const FOR_BROWSERS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2023",
  legalComments: "none",
  logLevel: "warning",
} as const;

/**
 * Replacements in HiGHS's script of code that bundlers cannot handle: the import of `node:module`, and
 * `import.meta.url`. Neither is needed, because the WebAssembly is always compiled beforehand.
 */
const REPLACED: readonly (readonly [text: string, by: string])[] = [
  [
    'const{createRequire}=await import("node:module");var require=createRequire(import.meta.url)',
    "var require=globalThis.process.getBuiltinModule",
  ],
  ["_scriptName=import.meta.url", '_scriptName=""'],
  ['new URL("highs.wasm",import.meta.url).href', '"highs.wasm"'],
];

/** The paths of the source files whose code is in the bundles. */
export function bundledIn({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [join(ROOT, path)] : [],
    ),
  );
}

/** Writes both scripts and their licenses; needs the compiled package in `dist/`. */
export async function buildSolverScript(): Promise<void> {
  const highs = join(dirname(createRequire(import.meta.url).resolve("highs")), "highs.mjs");
  const script = REPLACED.reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2)
        throw new Error(`${highs} must contain this text exactly once: ${from}`);
      return text.replace(from, () => to);
    },
    readFileSync(highs, "utf8"),
  );
  writeFileSync(join(BROWSER, "highs-script.js"), script);
  const { metafile } = await build({
    ...FOR_BROWSERS,
    entryPoints: { solver: join(BROWSER, "worker.js") },
    // Any worker can run it, including one that is not a module.
    format: "iife",
    metafile: true,
    outdir: BROWSER,
  });
  const files = [...bundledIn(metafile), highs];
  writeFileSync(join(BROWSER, "LICENSES.txt"), licensesOf(files));
}

/**
 * The licenses of the libraries that contain these files of `node_modules`. Bundles must be distributed with
 * them.
 */
export function licensesOf(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? `License: ${license}\n` : readFileSync(join(folder, file), "utf8");
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
