/** Bundles the command and its threads, with the libraries they always need, into few files of `dist/cli/`. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licensesOf } from "./solver-script.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUTPUT = join(ROOT, "dist/cli");

/** The libraries to bundle; others read their own files, start their own threads, or are rarely needed. */
const BUNDLED = new Set([
  "@oxc-project",
  "commander",
  "fflate",
  "jsonc-parser",
  "leven",
  "pino",
  "pure-rand",
  "uuid",
  "zod",
]);

/** The source files of the command and its threads, by the names of their bundled scripts. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: "cli/main.ts",
  "explain-worker": "platform/node/explain-worker.ts",
  "job-thread": "batch/node/job-thread.ts",
  "portfolio-worker": "platform/node/portfolio-worker.ts",
  worker: "platform/node/worker.ts",
};

/** Libraries that our files still import from `node_modules`. */
function isOutside(path: string, importer: string | undefined): boolean {
  if (/^[./\0]/.test(path) || importer === undefined || importer.includes("/node_modules/")) return false;
  return !BUNDLED.has(path.split("/")[0]!);
}

export async function bundleCommand(): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  const inputs = Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, "src", file)]);
  await using bundle = await rolldown({
    input: Object.fromEntries(inputs),
    platform: "node",
    // The main file of jsonc-parser finds its parts in a way that bundlers cannot follow.
    resolve: { mainFields: ["module", "main"] },
    preserveEntrySignatures: "allow-extension",
    transform: { target: "node20" },
    external: isOutside,
    // A module that one command imports dynamically may be imported statically by another.
    checks: { ineffectiveDynamicImport: false },
  });
  const written = await bundle.write({
    dir: OUTPUT,
    // Names stay, for the traces of unexpected errors.
    minify: { mangle: { toplevel: true, keepNames: { function: true, class: true } } },
    format: "esm",
    // As deep as the folders of the sources that find files by their own place.
    entryFileNames: ({ name }) => (name === "main" ? "main.js" : "parts/[name].js"),
    chunkFileNames: "parts/[name]-[hash].js",
    // What several commands load is one file, because few files load faster than many; threads load no command.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "command", test: /\/src\/cli\/|\/commander\//, minShareCount: 2 },
        { name: "shared", minShareCount: 3 },
      ],
    },
  });
  const modules = written.output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  writeFileSync(join(OUTPUT, "LICENSES.txt"), licensesOf(modules));
}
