/** Bundles the studio's page and its workers into `dist/studio`, a static site that works under any path. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import type { ChunkingContext, CodeSplittingGroup } from "rolldown";
import { bundle, DIST, licensesOf, MODULES, ROOT } from "./bundle.ts";

const PAGE = join(ROOT, "src/studio");
const STUDIO = join(DIST, "studio");

const installed = createRequire(import.meta.url);

/** Files that are copied as they are, by their names in the site. */
const COPIED: Readonly<Record<string, string>> = {
  "index.html": join(PAGE, "index.html"),
  "icon.svg": join(PAGE, "icon.svg"),
  "manifest.webmanifest": join(PAGE, "manifest.webmanifest"),
  "inter.woff2": installed.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
};

const HIGHS = installed.resolve("highs/runtime");

/** The sample slates of the start page. */
const SAMPLES = [
  "american-football.draftkings.classic.csv",
  "american-football.draftkings.showdown.csv",
  "baseball.draftkings.classic.csv",
  "basketball.draftkings.classic.csv",
  "ice-hockey.fanduel.classic.csv",
];

const SCRIPTS = {
  main: join(PAGE, "main.tsx"),
  engine: join(PAGE, "engine/worker.ts"),
  solver: join(MODULES, "platform/browser/worker.js"),
};

const OUTPUT = { dir: STUDIO, entryFileNames: "[name].js", comments: false } as const;

/** Builds the site; needs `modules/`, which its workers contain. */
export async function buildStudio(): Promise<void> {
  mkdirSync(join(STUDIO, "samples"), { recursive: true });
  const alias = Object.fromEntries(
    Object.entries({
      browser: "platform/browser/index.js",
      documents: "documents.js",
      report: "report/index.js",
    }).map(([name, file]) => [`dfs-lineups/${name}`, join(MODULES, file)]),
  );
  const scripts = await bundle(
    SCRIPTS,
    {
      platform: "browser",
      preserveEntrySignatures: "allow-extension",
      resolve: { alias },
      transform: { jsx: { runtime: "automatic", importSource: "preact" } },
      // The tsconfig.json of the page maps the package to its sources, which is only for type checks.
      tsconfig: false,
    },
    {
      ...OUTPUT,
      chunkFileNames: "part-[hash].js",
      // What needs a module is loaded by no script that does not load the module, so that no part needs itself.
      codeSplitting: { includeDependenciesRecursively: false, groups: [startOf()] },
    },
  );
  const style = readFileSync(join(PAGE, "style/studio.css"), "utf8");
  writeFileSync(join(STUDIO, "studio.css"), (await transform(style, { loader: "css", minify: true })).code);
  for (const [name, from] of Object.entries(COPIED)) copyFileSync(from, join(STUDIO, name));
  writeFileSync(join(STUDIO, "highs.wasm.gzip"), gzipSync(readFileSync(HIGHS), { level: 9 }));
  for (const name of SAMPLES)
    copyFileSync(join(ROOT, "examples/slates", name), join(STUDIO, "samples", name));
  writeFileSync(join(STUDIO, "LICENSES.txt"), licensesOf([scripts], [...Object.values(COPIED), HIGHS]));
  await buildServiceWorker();
}

/**
 * Builds the service worker. It contains the list of this version's files; the version is a digest of their
 * contents.
 */
async function buildServiceWorker(): Promise<void> {
  const files = readdirSync(STUDIO, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name) && !name.endsWith(".txt"))
    .sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(join(STUDIO, name)));
  const define = { FILES: JSON.stringify(files), VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) };
  await bundle(
    { sw: join(PAGE, "sw.ts") },
    { platform: "browser", transform: { define }, tsconfig: false },
    OUTPUT,
  );
}

/**
 * The modules that the same scripts load at their start are one file, because one file is smaller and loads
 * faster than many; the bundler splits what is loaded later.
 */
function startOf(): CodeSplittingGroup {
  let reached: readonly ReadonlySet<string>[] | undefined;
  return {
    debugName: "start",
    tags: ["$initial"],
    name(id, context) {
      reached ??= [false, true].flatMap((alsoLater) =>
        Object.values(SCRIPTS).map((script) => reachedBy(script, context, alsoLater)),
      );
      return reached.map((modules) => Number(modules.has(id))).join("");
    },
  };
}

function reachedBy(script: string, context: ChunkingContext, alsoLater: boolean): ReadonlySet<string> {
  const found = new Set([script]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const module of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(module) ?? {};
    for (const id of [...importedIds, ...(alsoLater ? dynamicallyImportedIds : [])]) found.add(id);
  }
  return found;
}
