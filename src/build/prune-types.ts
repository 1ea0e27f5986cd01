/** Deletes the declarations in `dist/` that no entry point of the package needs. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IMPORTED = /(?:from|import)\s*\(?\s*"(\.[^"]+)\.[jt]s"/g;

export function pruneTypes(): void {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly exports: Readonly<
      Record<string, string | { readonly types?: string; readonly browser?: string }>
    >;
  };
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "string"
      ? []
      : [entry.types, entry.browser].flatMap((file) => file?.replace(/(?:\.d\.ts|\.js)$/, ".d.ts") ?? []),
  );
  const needed = new Set(entries.map((file) => join(ROOT, file)));
  // Iterating over a set includes elements that are added meanwhile.
  for (const file of needed)
    for (const [, path] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      const other = `${join(dirname(file), path!)}.d.ts`;
      if (existsSync(other)) needed.add(other);
    }
  for (const name of readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" })) {
    const file = join(ROOT, "dist", name);
    if (file.endsWith(".d.ts") && !needed.has(file)) rmSync(file);
  }
}
