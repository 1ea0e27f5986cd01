import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import { readSlateFile } from "../engine.ts";

const read = new Map<string, Slate>();

/** A salary file, read once. */
export function slateFile(path: string): Slate {
  const known = read.get(path);
  if (known) return known;
  const slate = readSlateFile(readFileSync(path, "utf8"), { file: basename(path) });
  read.set(path, slate);
  return slate;
}

/** The file of a sample slate, such as `basketball.draftkings.classic`. */
export function samplePath(name: string): string {
  return fileURLToPath(new URL(`../../examples/slates/${name}.csv`, import.meta.url));
}

export function sampleSlate(name: string): Slate {
  return slateFile(samplePath(name));
}

/** The entry of a position with the most projected points; the first of equal ones. */
export function bestOf(slate: Slate, position: string): SlateEntry {
  const holders = slate.entries.filter((entry) => entry.position === position);
  return holders.reduce((best, entry) => (pointsOf(entry) > pointsOf(best) ? entry : best));
}

export function pointsOf(entry: SlateEntry): number {
  return entry.averagePoints ?? 0;
}
