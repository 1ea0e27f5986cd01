/**
 * Bundles the command and its threads, with the libraries that they always need, into `dist/cli/`: reading some 300
 * small files takes longer than most of what they do.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUTPUT = join(ROOT, "dist/cli");

/** The libraries that go along; others read files of their own, start threads of their own, or are seldom needed. */
const BUNDLED = new Set(["commander", "leven", "papaparse", "pino", "table", "zod"]);

/** What runs in threads of the command, by the names that it asks for; each lies beside it in the bundle. */
const THREADS: Readonly<Record<string, string>> = {
  "explain-worker": "src/platform/node/explain-worker.ts",
  "job-thread": "src/batch/node/job-thread.ts",
  "portfolio-worker": "src/platform/node/portfolio-worker.ts",
  worker: "src/platform/node/worker.ts",
};

/** A module's own place, and before it the thread that it asks for beside itself, if any. */
const OWN_PLACE = /(new URL\("\.\/([\w-]+)\.js", )?import\.meta\.url/g;

/** What CommonJS libraries find in place of Node's `require`. */
const REQUIRE =
  'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

/** A module that asks where it lies hears where it would lie in `dist/`: tables are found from there. */
const places: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.url")) return null;
      const emitted = join(ROOT, "dist", relative(join(ROOT, "src"), path)).replace(/\.ts$/, ".js");
      const place = `new URL(${JSON.stringify(relative(OUTPUT, emitted))}, import.meta.url).href`;
      const contents = text.replaceAll(OWN_PLACE, (all: string, before = "", thread = "") =>
        thread in THREADS ? all : before + place,
      );
      return { contents, loader: "ts" };
    });
  },
};

/** What the project imports of other libraries stays an import. */
const outside: Plugin = {
  name: "outside",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const [scope, name] = path.split("/");
      const library = path.startsWith("@") ? `${scope}/${name}` : scope!;
      const isOurs = importer !== "" && !importer.includes("/node_modules/");
      return isOurs && !BUNDLED.has(library) ? { path, external: true } : null;
    });
  },
};

export async function bundleCommand(): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: ["src/cli/main.ts", ...Object.values(THREADS)].map((file) => join(ROOT, file)),
    entryNames: "[name]",
    outdir: OUTPUT,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: REQUIRE },
    plugins: [places, outside],
    metafile: true,
    legalComments: "none",
  });
  writeFileSync(join(OUTPUT, "LICENSES.txt"), licenses(metafile));
}

/** The licences of the libraries in the bundle, which they ask to go along. */
function licenses({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
      const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
      const text =
        file === undefined ? `License: ${license}\n` : readFileSync(join(ROOT, folder, file), "utf8");
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
