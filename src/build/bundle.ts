/** Bundles the modules that `tsc` writes to `modules/`, with what they need, into few files of `dist/`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from "rolldown";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const DIST = join(ROOT, "dist");
export const MODULES = join(ROOT, "modules");

/** Bundles scripts. */
export async function bundle(input: Record<string, string>, options: InputOptions, output: OutputOptions) {
  await using made = await rolldown({
    ...options,
    input,
    // A module that is imported dynamically by one script may be imported statically by another.
    checks: { ...options.checks, ineffectiveDynamicImport: false },
  });
  return await made.write({ minify: true, ...output });
}

/** The licenses of the libraries whose code is in bundles, which must be distributed with them. */
export function licensesOf(outputs: readonly RolldownOutput[], others: readonly string[] = []): string {
  const modules = outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])),
  );
  const folders = [...modules, ...others].flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? `License: ${license}\n` : readFileSync(join(folder, file), "utf8");
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
