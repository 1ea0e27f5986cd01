/** Bundles the studio's page and its workers into `dist/studio`, a static site that works under any path. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildInParts } from "./in-parts.ts";
import { bundledIn, FOR_BROWSERS, licensesOf } from "./solver-script.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = join(ROOT, "src/studio");
const STUDIO = join(ROOT, "dist/studio");

const installed = createRequire(import.meta.url);

/** The compiled index file of each package entry point that the page imports. */
const ENTRIES = {
  "dfs-lineups/browser": join(ROOT, "dist/platform/browser/index.js"),
  "dfs-lineups/documents": join(ROOT, "dist/documents.js"),
};

/** Files that are copied as they are, by their names in the site. */
const COPIED: Readonly<Record<string, string>> = {
  "index.html": join(PAGE, "index.html"),
  "icon.svg": join(PAGE, "icon.svg"),
  "manifest.webmanifest": join(PAGE, "manifest.webmanifest"),
  "inter.woff2": installed.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  "highs.wasm": installed.resolve("highs/runtime"),
};

/** The sample slates of the start page. */
const SAMPLES = [
  "american-football.draftkings.classic.csv",
  "american-football.draftkings.showdown.csv",
  "baseball.draftkings.classic.csv",
  "basketball.draftkings.classic.csv",
  "ice-hockey.fanduel.classic.csv",
];

const COMMON = { ...FOR_BROWSERS, format: "esm" } as const;

/** Builds the site; needs the compiled package in `dist/`, which its workers contain. */
export async function buildStudio(): Promise<void> {
  rmSync(STUDIO, { recursive: true, force: true });
  mkdirSync(join(STUDIO, "samples"), { recursive: true });
  const metafile = await buildInParts(
    {
      ...COMMON,
      entryPoints: {
        main: join(PAGE, "main.tsx"),
        engine: join(PAGE, "engine/worker.ts"),
        solver: join(ROOT, "dist/platform/browser/worker.js"),
      },
      chunkNames: "part-[hash]",
      jsx: "automatic",
      jsxImportSource: "preact",
      // The tsconfig.json of the page maps the package to its sources, which is only for type checks.
      tsconfigRaw: { compilerOptions: { jsx: "react-jsx", jsxImportSource: "preact" } },
      // Leaves out the report pages with charts, which the studio never shows.
      alias: { "dfs-lineups/report": join(ROOT, "dist/report/lineup-sets.js") },
      outdir: STUDIO,
    },
    ENTRIES,
  );
  await build({
    ...COMMON,
    entryPoints: { studio: join(PAGE, "style/studio.css") },
    external: ["./inter.woff2"],
    outdir: STUDIO,
  });
  for (const [name, from] of Object.entries(COPIED)) copyFileSync(from, join(STUDIO, name));
  for (const name of SAMPLES)
    copyFileSync(join(ROOT, "examples/slates", name), join(STUDIO, "samples", name));
  const files = [...bundledIn(metafile), ...Object.values(COPIED)];
  writeFileSync(join(STUDIO, "LICENSES.txt"), licensesOf(files));
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
  await build({
    ...COMMON,
    entryPoints: { sw: join(PAGE, "sw.ts") },
    define: {
      FILES: JSON.stringify(files),
      VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
    },
    tsconfigRaw: {},
    outdir: STUDIO,
  });
}
