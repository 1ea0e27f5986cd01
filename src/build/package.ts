/** Bundles the command, its threads and the package's entry points, which share their parts. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { bundle, DIST, licensesOf, MODULES, ROOT } from "./bundle.ts";

/** The libraries to bundle; others read their own files, start their own threads, or are rarely needed. */
const BUNDLED = new Set(["commander", "jsonc-parser", "leven", "pino", "pure-rand", "zod"]);

/** The folder of parts and threads, as deep as the folders of the sources that find files by their own place. */
const PARTS = "platform/parts";

const THREADS = [
  "batch/node/job-thread",
  "platform/node/explain-worker",
  "platform/node/portfolio-worker",
  "platform/node/thread",
  "platform/node/worker",
];

/** It waits for a library that users install; in bundles, modules that wait would end all merging of parts. */
const AWAITING = "testing/fast-check.js";

/** Leaves a module out of bundles, which import it from its place in `dist/`. */
const keptAsItIs = (module: string): Plugin => ({
  name: "kept-as-it-is",
  resolveId: (path) =>
    basename(path) === basename(module) ? { id: join(DIST, module), external: "relative" } : null,
});

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

const HIGHS = join(dirname(createRequire(import.meta.url).resolve("highs")), "highs.mjs");

/** Writes HiGHS's script as a module that browsers can load. */
export function writeHighsScript(): void {
  const script = REPLACED.reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2)
        throw new Error(`${HIGHS} must contain this text exactly once: ${from}`);
      return text.replace(from, () => to);
    },
    readFileSync(HIGHS, "utf8"),
  );
  writeFileSync(join(MODULES, "platform/browser/highs-script.js"), script);
}

/** The scripts of package.json's `exports` and `bin`, relative to `dist/` and without their endings. */
export function entries(): readonly string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const files = [...Object.values<object | string>(exports), bin].flatMap((one) =>
    typeof one === "string" ? [] : Object.values<string>(one as Record<string, string>),
  );
  const scripts = files.flatMap((file) => /^\.\/dist\/(.*)(?<!\.d)\.[jt]s$/.exec(file)?.[1] ?? []);
  return [...new Set(scripts)].filter((script) => script !== SOLVER);
}

/** The worker of `entries()` in one file, which any page can use as it is. */
const SOLVER = "platform/browser/solver";

export async function bundlePackage(): Promise<void> {
  const scripts = [...entries(), ...THREADS];
  const parts = await bundle(
    Object.fromEntries(scripts.map((script) => [script, join(MODULES, `${script}.js`)])),
    {
      platform: "neutral",
      resolve: {
        // The main file of jsonc-parser finds its parts in a way that bundlers cannot follow.
        mainFields: ["module", "main"],
      },
      // The parts of browsers have no `require`; pino asks for this to start threads, which nobody here does.
      transform: { define: { "require.main": "null" } },
      plugins: [keptAsItIs(AWAITING), esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
      external: (path, importer) =>
        !/^[./\0]/.test(path) &&
        importer !== undefined &&
        !importer.includes("/node_modules/") &&
        !BUNDLED.has(path.split("/")[0]!),
    },
    {
      dir: DIST,
      // Names stay, for the traces of unexpected errors.
      minify: { mangle: { toplevel: true, keepNames: { function: true, class: true } } },
      comments: { legal: false, jsdoc: false, annotation: true },
      entryFileNames: ({ name }) =>
        THREADS.includes(name) ? `${PARTS}/${name.slice(name.lastIndexOf("/") + 1)}.js` : "[name].js",
      chunkFileNames: `${PARTS}/part-[hash].js`,
    },
  );
  copyFileSync(join(MODULES, AWAITING), join(DIST, AWAITING));
  for (const part of parts.output)
    if (part.type === "chunk" && part.code.includes("import.meta.url") && !part.fileName.startsWith(PARTS))
      throw new Error(`dist/${part.fileName} looks for files by its own place, as only ${PARTS}/ may.`);
  const worker = join(MODULES, "platform/browser/worker.js");
  const solver = await bundle(
    { [SOLVER]: worker },
    { platform: "browser" },
    // Any worker can run it, including one that is not a module.
    { dir: DIST, format: "iife", comments: false, codeSplitting: false },
  );
  writeFileSync(join(DIST, "LICENSES.txt"), licensesOf([parts, solver], [HIGHS]));
}
