import { styleText } from "node:util";

/** Text on one line without control characters, which names in files may contain and would break tables. */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

export function folded(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}

export function blocks(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export interface Look {
  readonly width: number;
  readonly colour: boolean;
}

const USUAL_WIDTH = 80;

export function lookOf(output: string = STANDARD_OUTPUT): Look {
  if (output !== STANDARD_OUTPUT) return { width: USUAL_WIDTH, colour: false };
  return { width: terminalWidth(), colour: takesColour(process.stdout) };
}

export function terminalWidth(stream: { readonly columns?: number } = process.stdout): number {
  const stated = Number(process.env["COLUMNS"]);
  return stream.columns || (Number.isInteger(stated) && stated > 0 ? stated : USUAL_WIDTH);
}

/** Whether a stream is a terminal with colours; NO_COLOR and FORCE_COLOR override this. */
export function takesColour(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && TERM !== "dumb";
}

const STYLES = { title: "bold", rule: "dim", total: "bold", failure: "red" } as const;

export function styled(part: keyof typeof STYLES, text: string, { colour }: Pick<Look, "colour">): string {
  return colour ? styleText(STYLES[part], text, { validateStream: false }) : text;
}

const SPEAKER = "dfs-lineups:";

export function paragraph(text: string, part: "note" | "failure" = "note"): string {
  const line = `${SPEAKER} ${printable(text)}`;
  const shown = process.stderr.isTTY ? folded(line, terminalWidth(process.stderr), "  ") : line;
  const colour = part === "failure" && takesColour(process.stderr);
  return `${styled("failure", SPEAKER, { colour })}${shown.slice(SPEAKER.length)}\n`;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export const STANDARD_OUTPUT = "-";
