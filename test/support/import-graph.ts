import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A module's imports: packages loaded immediately, and packages loaded on first use. */
export interface Loaded {
  readonly atOnce: readonly string[];
  readonly later: readonly string[];
}

/** The packages and Node modules that `file`, a path in the project, imports directly or indirectly. */
export async function loadedBy(file: string): Promise<Loaded> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: "unwritten",
    write: false,
    metafile: true,
    // Nothing is dropped at run time.
    treeShaking: false,
    ignoreAnnotations: true,
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const entry = [...outputs].find(([, { entryPoint }]) => entryPoint === file)!;
  const atOnce = new Set<string>();
  const everything = new Set<string>();
  const follow = (name: string, packages: Set<string>, alsoLater: boolean, seen: Set<string>): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind, external } of outputs.get(name)!.imports) {
      if (kind === "dynamic-import" && !alsoLater) continue;
      if (external) packages.add(packageOf(path));
      else follow(path, packages, alsoLater, seen);
    }
  };
  follow(entry[0], atOnce, false, new Set());
  follow(entry[0], everything, true, new Set());
  return { atOnce: [...atOnce].sort(), later: [...everything].filter((name) => !atOnce.has(name)).sort() };
}

/** A module's package: `@scope/name` of `@scope/name/sub/path`. */
function packageOf(path: string): string {
  return path.startsWith("node:")
    ? path
    : path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/");
}
