import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./engine/bundle.ts";

/** The files of a folder, recursively, or a single file, by their paths in the project. */
export function filesIn(folder: string, ending: string): string[] {
  if (folder.endsWith(ending)) return [folder];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`)
    .sort();
}
