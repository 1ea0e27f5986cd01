import * as fs from "node:fs";
import * as fsPromises from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { vitestNames } from "./harness.ts";

/** Modules from outside the project by the name they are imported under, as bundles of tests see them. */
export const outside = new Map<string, Record<string, unknown>>();

/** Texts that files have in place of their own, by path. */
export const replacedFiles = new Map<string, string>();

/** The files that were read since this was last emptied. */
export const readFiles = new Set<string>();

/** Gives bundles other names in place of a module's own. */
export function standIn(module: string, names: Record<string, unknown>): void {
  outside.set(module, names);
}

/** Loads what a bundle imports from outside; files are read through `replacedFiles`. */
export async function loadOutside(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (outside.has(name)) continue;
    const found = OURS[name] ?? ((await import(name)) as Record<string, unknown>);
    outside.set(name, found);
  }
  (globalThis as { outside?: unknown }).outside = (name: string) => outside.get(name);
}

/** The text that stands for a file; null where its own does. */
function replaced(file: unknown): string | null {
  const path = file instanceof URL ? fileURLToPath(file) : String(file);
  readFiles.add(path);
  return replacedFiles.get(path) ?? null;
}

const readFileSync = ((file: string, ...rest: []) =>
  replaced(file) ?? fs.readFileSync(file, ...rest)) as typeof fs.readFileSync;
const readFile = (async (file: string, ...rest: []) =>
  replaced(file) ?? (await fsPromises.readFile(file, ...rest))) as typeof fsPromises.readFile;

const OURS: Readonly<Record<string, Record<string, unknown>>> = {
  vitest: vitestNames,
  "node:fs": { ...fs, readFileSync, default: { ...fs, readFileSync } },
  "node:fs/promises": { ...fsPromises, readFile, default: { ...fsPromises, readFile } },
};
