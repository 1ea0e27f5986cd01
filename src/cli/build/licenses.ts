import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of the libraries that files of `node_modules` belong to; bundles must be distributed with them. */
export function licensesOf(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
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
