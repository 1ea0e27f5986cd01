import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCES = fileURLToPath(new URL("./", import.meta.url));

/** Bundles the scripts of `scriptOf`. */
const PAGES: Plugin = {
  name: "page-of",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /page-of\// }, ({ path }) => ({ path, namespace: "page-of" }));
    onLoad({ filter: /.*/, namespace: "page-of" }, ({ path }) => ({
      contents: `export { ${path.slice(path.lastIndexOf("/") + 1)} } from "./${LIBRARY.library}";`,
      resolveDir: ROOT,
    }));
  },
};

export interface Bundle {
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly outputs: Metafile["outputs"];
}

/** Bundles scripts for a page: minified, with lazily loaded parts in separate files. */
export async function bundle(entryPoints: Readonly<Record<string, string>>): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { ...entryPoints },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "browser",
    format: "esm",
    outdir: "/",
    plugins: [PAGES],
    write: false,
    metafile: true,
    // Parts name others only so that these are loaded before them.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const outputs = Object.entries(metafile.outputs).map(
    ([path, output]) => [nameOf(path), { ...output, imports: output.imports.map(named) }] as const,
  );
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [nameOf(path), contents])),
    outputs: Object.fromEntries(outputs),
  };
}

/** A script that exports only these names of the library. */
export function scriptOf(names: readonly string[]): string {
  return `${SOURCES}page-of/${names.join(",")}`;
}

/** The package as a page bundles it. */
export const LIBRARY = {
  library: "dist/platform/browser/index.js",
  worker: "dist/platform/browser/worker.js",
};

/** The pages' own scripts, below this folder. */
export function script(name: string): string {
  return `${SOURCES}${name}`;
}

/** The solver worker in one file, as the package has it. */
export function solverScript(): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve("dfs-lineups/browser/solver.js"));
}

/** The WebAssembly of HiGHS. */
export function highsRuntime(): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve("highs/runtime"));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function named<Import extends { readonly path: string }>(one: Import): Import {
  return { ...one, path: nameOf(one.path) };
}
