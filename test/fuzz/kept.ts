import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A text that a reader once did not take as it should. */
export interface KeptText {
  readonly target: string;
  readonly text: string;
  /** What was wrong, in the words of then. */
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
