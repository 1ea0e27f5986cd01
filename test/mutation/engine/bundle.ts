import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { loadOutside, outside } from "./outside.ts";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Bundles a test file with all its sources into one script; lists its imports from outside the project. */
export interface Bundle {
  readonly file: string;
  readonly code: string;
  readonly outside: readonly string[];
}

/** Bundles a test file; `texts` replaces source files by path. */
export async function bundleTest(file: string, texts: ReadonlyMap<string, string>): Promise<Bundle> {
  const used = new Set<string>();
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    // package.json describes the build: sources with side effects must be kept.
    ignoreAnnotations: true,
    plugins: [sourcesOf(texts), packagesBy(used)],
  });
  // The functions and constants of one run must not leak into the next.
  const code = `(async () => {"use strict";\n${outputFiles[0]?.text}\n})()`;
  return { file, code, outside: [...used] };
}

/** Reads sources unchanged or from `texts`, with their original locations. */
function sourcesOf(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: "sources",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => ({
        contents: (texts.get(path) ?? readFileSync(path, "utf8")).replaceAll(
          "import.meta.url",
          JSON.stringify(pathToFileURL(path).href),
        ),
        loader: "ts",
      }));
    },
  };
}

/** Takes packages and Node's modules from the host process, so that they are loaded once. */
function packagesBy(used: Set<string>): Plugin {
  return {
    name: "packages",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === "entry-point") return null;
        used.add(path);
        return { path, namespace: "outside" };
      });
      onLoad({ filter: /.*/, namespace: "outside" }, async ({ path }) => {
        await loadOutside([path]);
        const names = Object.keys(outside.get(path) ?? {}).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
        const lines = names.map((name) =>
          name === "default"
            ? `export default module.default;`
            : name === "module.exports"
              ? ""
              : `const own_${name} = module.${name}; export { own_${name} as ${name} };`,
        );
        return { contents: `const module = outside(${JSON.stringify(path)});\n${lines.join("\n")}` };
      });
    },
  };
}
