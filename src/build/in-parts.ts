/**
 * Builds scripts as few files: what a script loads at its start is one file, and other parts are loaded when
 * they are needed.
 */
import { readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from "esbuild";

const EXPORT = /^export (?:\*|\{([^}]*)\}) from "([^"]+)";$/gm;
const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const LOADED = "loaded:";

/** For each module that is imported dynamically, the modules that are already loaded when it is imported. */
type LoadedBefore = ReadonlyMap<string, readonly string[]>;

/**
 * Builds scripts. `entries` are the package's index files (files of re-exports), by the names that the
 * scripts use to import them. Each import from an index is replaced by an import from the file that defines
 * the name; otherwise esbuild would keep everything that the index exports.
 */
export async function buildInParts(
  options: BuildOptions & { readonly absWorkingDir: string },
  entries: Readonly<Record<string, string>>,
): Promise<Metafile> {
  const root = options.absWorkingDir;
  const definedBy = new Map(Object.entries(entries).map(([name, entry]) => [name, definedIn(entry)]));
  const buildWith = (before: LoadedBefore, write: boolean) =>
    build({
      ...options,
      ...{ metafile: true, write, bundle: true, splitting: true, format: "esm" },
      plugins: [rewritten(root, definedBy, before)],
    });
  const { metafile } = await buildWith(new Map(), false);
  return (await buildWith(loadedBefore(metafile), true)).metafile;
}

function definedIn(entry: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [, names, from] of readFileSync(entry, "utf8").matchAll(EXPORT)) {
    const file = join(dirname(entry), from!);
    if (names === undefined) for (const [name, at] of definedIn(file)) files.set(name, at);
    else for (const name of listed(names)) files.set(name, file);
  }
  return files;
}

const listed = (names: string) => names.split(",").flatMap((name) => name.trim() || []);

/**
 * For each module that is imported dynamically, the modules that are already loaded by then, in every script
 * that imports it. If esbuild does not know them, it makes many small files: one for each set of scripts and
 * parts that share a module.
 */
function loadedBefore({ outputs }: Metafile): LoadedBefore {
  const reached = (from: string, isIn: (kind: string) => boolean, found = new Set<string>()) => {
    found.add(from);
    for (const { path, kind, external } of outputs[from]!.imports)
      if (!external && isIn(kind) && !found.has(path)) reached(path, isIn, found);
    return found;
  };
  const parts = Object.keys(outputs).filter((name) => outputs[name]!.entryPoint !== undefined);
  const asked = new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? path : [])),
    ),
  );
  const scripts = parts
    .filter((name) => !asked.has(name))
    .map((name) => ({
      all: reached(name, () => true),
      files: new Set(
        [...reached(name, (kind) => kind === "import-statement")].flatMap((one) =>
          Object.keys(outputs[one]!.inputs),
        ),
      ),
    }));
  return new Map(
    parts
      .filter((name) => asked.has(name))
      .map((name) => {
        const [first, ...others] = scripts.filter(({ all }) => all.has(name));
        const files = [...(first?.files ?? [])].filter((file) => others.every((one) => one.files.has(file)));
        return [outputs[name]!.entryPoint!, files];
      }),
  );
}

function rewritten(
  root: string,
  definedBy: ReadonlyMap<string, ReadonlyMap<string, string>>,
  before: LoadedBefore,
): Plugin {
  const direct = (statement: string, names: string, from: string) => {
    const files = definedBy.get(from);
    if (files === undefined) return statement;
    return listed(names)
      .filter((name) => !name.startsWith("type "))
      .map((name) => `import { ${name} } from ${JSON.stringify(files.get(name) ?? from)};`)
      .join(" ");
  };
  return {
    name: "rewritten",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^loaded:/ }, ({ path }) => ({ path, namespace: "loaded" }));
      onLoad({ filter: /^loaded:/, namespace: "loaded" }, ({ path }) => ({
        contents: before
          .get(path.slice(LOADED.length))!
          .map((file, at) => `import * as m${at} from ${JSON.stringify(join(root, file))};`)
          .join("\n"),
        resolveDir: root,
      }));
      onLoad({ filter: /\.(js|tsx?)$/ }, ({ path }) => {
        const name = relative(root, path);
        if (name.startsWith("node_modules")) return null;
        const text = readFileSync(path, "utf8").replaceAll(IMPORT, direct);
        const first = before.has(name) ? `\nimport ${JSON.stringify(LOADED + name)};` : "";
        return { contents: text + first, loader: extname(path).slice(1) as Loader };
      });
    },
  };
}
