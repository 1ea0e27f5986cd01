import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A text on which a reader once failed. */
export interface KeptText {
  readonly target: string;
  readonly text: string;
  /** The error message when it was found. */
  readonly found: string;
}

const FILE = fileURLToPath(new URL("./kept.json", import.meta.url));

export function keptTexts(): readonly KeptText[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as KeptText[]) : [];
}

export function keepText(one: KeptText): void {
  const known = keptTexts();
  if (known.some(({ target, text }) => target === one.target && text === one.text)) return;
  writeFileSync(FILE, `${JSON.stringify([...known, one], null, 2)}\n`);
}
