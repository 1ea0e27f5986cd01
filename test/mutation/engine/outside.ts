import * as fs from "node:fs";
import * as fsPromises from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { vitestNames } from "./harness.ts";

/** Modules from outside the project by import name, as bundles of tests see them. */
export const outside = new Map<string, Record<string, unknown>>();

/** Replacement texts for files, by path. */
export const replacedFiles = new Map<string, string>();

/** The files read since this was last cleared. */
export const readFiles = new Set<string>();

/** Gives bundles replacements for some of a module's exports. */
export function standIn(module: string, names: Record<string, unknown>): void {
  outside.set(module, names);
}

/** Loads a bundle's imports from outside; files are read through `replacedFiles`. */
export async function loadOutside(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (outside.has(name)) continue;
    const found = OURS[name] ?? ((await import(name)) as Record<string, unknown>);
    outside.set(name, found);
  }
  (globalThis as { outside?: unknown }).outside = (name: string) => outside.get(name);
}

/** The replacement text of a file; null if there is none. */
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
