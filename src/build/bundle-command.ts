/**
 * Bundles the command and its threads, with the libraries they always need, into `dist/cli/`: reading about
 * 300 small files takes longer than most commands.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, type PluginContext, rolldown } from "rolldown";
import { licensesOf } from "./solver-script.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUTPUT = join(ROOT, "dist/cli");

/** The libraries to bundle; others read their own files, start their own threads, or are rarely needed. */
const BUNDLED = new Set(["commander", "leven", "pino", "pure-rand", "uuid", "zod"]);

/**
 * The source files of the command's worker threads, by the names of their bundled scripts, which are next to
 * `main.js`.
 */
const THREADS: Readonly<Record<string, string>> = {
  "explain-worker": "src/platform/node/explain-worker.ts",
  "job-thread": "src/batch/node/job-thread.ts",
  "portfolio-worker": "src/platform/node/portfolio-worker.ts",
  worker: "src/platform/node/worker.ts",
};

/**
 * Matches `import.meta.url`. In `new URL("./NAME.js", import.meta.url)`, also captures NAME, which may be the
 * script of a thread.
 */
const OWN_PLACE = /(new URL\("\.\/([\w-]+)\.js", )?import\.meta\.url/g;

/**
 * Modules by group: those loaded at the start of any command, by a kind of thread, or by one command.
 * `sharedFile` bundles what the same groups import, because few files load faster than many. No thread may
 * load `main.ts`, because that runs the command.
 */
const LOADERS: Readonly<Record<string, readonly string[]>> = {
  start: ["cli/program.ts", "cli/errors.ts", "cli/log-lines.ts"],
  worker: ["platform/node/worker.ts", "engine/solver/paths/ordered/lazy-parts.ts"],
  draws: ["engine/solver/draws/solve-draws.ts", "engine/solver/draws/drawing.ts"],
  threads: [
    "platform/node/explain-worker.ts",
    "platform/node/portfolio-worker.ts",
    "batch/node/job-thread.ts",
  ],
  optimize: [
    ...["cli/options/definitions.ts", "cli/run/optimize.ts"],
    ...["lineup/document/included.ts", "lineup/document/late-seats.ts"],
  ],
  simulate: [
    ...["cli/options/definitions.ts", "cli/run/simulate.ts", "optimizer/drawn-slates.ts"],
    ...["simulation/draw-source.ts", "engine/search/draws.ts"],
    ...["files/drawn-points.ts", "contests/catalog/outcomes.ts"],
  ],
};
/**
 * Matches zod's modules for JSON Schema. zod's index exports them, but only the OpenAPI description of
 * `serve` uses them.
 */
const FOR_ENDPOINT = /\/zod\/.*json-schema/;

const isOfThread = (name: string) => name === "worker" || name === "draws" || name === "threads";

type Modules = Pick<PluginContext, "getModuleInfo">;

/**
 * Returns a function that names the bundle of a module after the groups of `LOADERS` that load it. Null means
 * that rolldown chooses the bundle.
 */
function sharedFile(): (id: string, modules: Modules) => string | null {
  let reached: readonly (readonly [string, ReadonlySet<string>])[] | null = null;
  const placesOf = (roots: readonly string[]) => roots.map((root) => join(ROOT, "src", root));
  return (id, modules) => {
    if (FOR_ENDPOINT.test(id)) return null;
    reached ??= Object.entries(LOADERS).map(([name, roots]) => [name, reachedFrom(placesOf(roots), modules)]);
    const names = reached.flatMap(([name, ids]) => (ids.has(id) ? [name] : []));
    if (names.includes("start")) return names.some(isOfThread) ? "base" : "start";
    const commands = names.filter((name) => !isOfThread(name));
    if (names.includes("worker")) return "worker";
    if (names.every((name) => name === "draws" || name === "simulate")) return names[0] ?? null;
    const isShared = names.includes("threads") || names.includes("draws");
    if (isShared && commands.length > 0) return commands.includes("optimize") ? "shared" : "planned";
    return commands.join("-") || null;
  };
}

/**
 * The ids of the modules in `roots` and of all modules that they import statically, directly or indirectly.
 */
function reachedFrom(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(roots);
  // Iterating over a set includes elements that are added meanwhile.
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    if (info === null && roots.includes(id)) throw new Error(`${id} is not part of the command`);
    for (const imported of info?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Replaces `import.meta.url` by the URL that the module would have unbundled in `dist/`, so that relative
 * paths, such as those to the tables, stay valid.
 */
const places: Plugin = {
  name: "places",
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: "import.meta.url" },
    handler(text, path) {
      const emitted = join(ROOT, "dist", relative(join(ROOT, "src"), path)).replace(/\.ts$/, ".js");
      const place = `new URL(${JSON.stringify(relative(OUTPUT, emitted))}, import.meta.url).href`;
      return text.replaceAll(OWN_PLACE, (all: string, before = "", thread = "") =>
        thread in THREADS ? all : before + place,
      );
    },
  },
};

/**
 * The id of an empty module that replaces `node:child_process`. Commander imports that module to start
 * programs, but this command starts none, and loading it takes time.
 */
const NOTHING = "\0nothing";

/**
 * Replaces commander's import of `node:child_process` by `NOTHING`. Leaves libraries that `BUNDLED` does not
 * list out of the bundles: our files still import them from `node_modules`.
 */
const outside: Plugin = {
  name: "outside",
  load: (id) => (id === NOTHING ? "export default {};" : null),
  resolveId(path, importer) {
    if (path.endsWith("child_process") && importer?.includes("/commander/")) return NOTHING;
    if (/^[./]/.test(path)) return null;
    const [scope, name] = path.split("/");
    const library = path.startsWith("@") ? `${scope}/${name}` : scope!;
    const isOurs = importer !== undefined && !importer.includes("/node_modules/");
    return isOurs && !BUNDLED.has(library) ? { id: path, external: true } : null;
  },
};

export async function bundleCommand(): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  const entries = { main: "src/cli/main.ts", ...THREADS };
  await using bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(ROOT, file)])),
    platform: "node",
    transform: { target: "node20" },
    preserveEntrySignatures: "allow-extension",
    plugins: [places, outside],
    // A module that one command imports dynamically may be imported statically by another.
    checks: { ineffectiveDynamicImport: false },
  });
  const written = await bundle.write({
    dir: OUTPUT,
    // Minified because a process reads its whole bundle at each start. Names stay, for the traces of
    // unexpected errors.
    minify: { mangle: { toplevel: true, keepNames: { function: true, class: true } } },
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: sharedFile(), debugName: "shared" }],
    },
  });
  const modules = written.output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  writeFileSync(join(OUTPUT, "LICENSES.txt"), licensesOf(modules));
}
