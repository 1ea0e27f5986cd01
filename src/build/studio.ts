/**
 * Bundles the studio's page and its workers into `dist/studio`, a static site that works under any path, and
 * into one file, `dist/dfs-lineups.html`, which needs no server.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import type { ChunkingContext, CodeSplittingGroup, InputOptions } from "rolldown";
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

/** Files that are zipped, by their names in the site: HiGHS, and the sample slates of the start page. */
const ZIPPED: Readonly<Record<string, string>> = {
  "highs.wasm.gzip": HIGHS,
  ...Object.fromEntries(
    [
      "american-football.draftkings.classic.csv",
      "american-football.draftkings.showdown.csv",
      "baseball.draftkings.classic.csv",
      "basketball.draftkings.classic.csv",
      "ice-hockey.fanduel.classic.csv",
    ].map((name) => [`samples/${name}.gzip`, join(ROOT, "examples/slates", name)]),
  ),
};

const SCRIPTS = {
  main: join(PAGE, "main.tsx"),
  engine: join(PAGE, "engine/worker.ts"),
  solver: join(MODULES, "platform/browser/worker.js"),
};

const PAGES: InputOptions = {
  platform: "browser",
  preserveEntrySignatures: "allow-extension",
  resolve: {
    alias: Object.fromEntries(
      Object.entries({
        "browser/worker": "platform/browser/worker.js",
        browser: "platform/browser/index.js",
        documents: "documents.js",
        report: "report/index.js",
      }).map(([name, file]) => [`dfs-lineups/${name}`, join(MODULES, file)]),
    ),
  },
  // The studio draws no charts of reports.
  external: /^vega/,
  transform: { jsx: { runtime: "automatic", importSource: "preact" } },
  // The tsconfig.json of the page maps the package to its sources, which is only for type checks.
  tsconfig: false,
};

const OUTPUT = { dir: STUDIO, entryFileNames: "[name].js", comments: false } as const;

/** Builds the site; needs `modules/`, which its workers contain. */
export async function buildStudio(): Promise<void> {
  mkdirSync(join(STUDIO, "samples"), { recursive: true });
  const scripts = await bundle(SCRIPTS, PAGES, {
    ...OUTPUT,
    chunkFileNames: "part-[hash].js",
    // What needs a module is loaded by no script that does not load the module, so that no part needs itself.
    codeSplitting: { includeDependenciesRecursively: false, groups: [startOf()] },
  });
  const style = readFileSync(join(PAGE, "style/studio.css"), "utf8");
  writeFileSync(join(STUDIO, "studio.css"), (await transform(style, { loader: "css", minify: true })).code);
  for (const [name, from] of Object.entries(COPIED)) copyFileSync(from, join(STUDIO, name));
  for (const [name, from] of Object.entries(ZIPPED))
    writeFileSync(join(STUDIO, name), gzipSync(readFileSync(from), { level: 9 }));
  writeFileSync(join(STUDIO, "LICENSES.txt"), licensesOf([scripts], [...Object.values(COPIED), HIGHS]));
  await buildOneFile();
  await buildServiceWorker();
}

/** Writes the page with all files in it, in an encoding that has a character for each byte. */
async function buildOneFile(): Promise<void> {
  const { output } = await bundle({ script: join(PAGE, "one-file.ts") }, PAGES, {
    ...OUTPUT,
    dir: join(MODULES, "studio"),
    format: "iife",
    codeSplitting: false,
  });
  const part = (name: string, content: string | Buffer) => {
    const zipped = name.endsWith(".gzip") ? content : gzipSync(content, { level: 9 });
    const text = zipped
      .toString("latin1")
      .replaceAll(/[\0\r<=]/g, (one) => `=${String.fromCharCode(one.charCodeAt(0) + 64)}`);
    return `<script type="application/octet-stream" id="${name}">${text}</script>`;
  };
  const site = ["studio.css", "inter.woff2", ...Object.keys(ZIPPED)].map((name) =>
    part(name, readFileSync(join(STUDIO, name))),
  );
  const icon = `data:image/svg+xml;base64,${readFileSync(COPIED["icon.svg"]!, "base64")}`;
  const page = readFileSync(join(PAGE, "one-file.html"), "latin1")
    .replace("icon.svg", icon)
    .replace("licenses", () => readFileSync(join(STUDIO, "LICENSES.txt"), "latin1"))
    .replace("<!-- files -->", () => [part("script.js", output[0].code), ...site].join("\n"));
  writeFileSync(join(DIST, "dfs-lineups.html"), page, "latin1");
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
      // WebKit runs a worker's script once more if a part imports it.
      if (Object.values(SCRIPTS).includes(id)) return null;
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
