import { folded } from "./folded.ts";
import { styled, takesColour, terminalWidth } from "./look.ts";
import { printable } from "./printable.ts";

/** The prefix of all messages on standard error. */
const SPEAKER = "dfs-lineups:";

/** A note or an error for standard error: one line, wrapped between words on a terminal. */
export function paragraph(text: string, part: "note" | "failure" = "note"): string {
  const line = `${SPEAKER} ${printable(text)}`;
  const shown = process.stderr.isTTY ? folded(line, terminalWidth(process.stderr), "  ") : line;
  const colour = part === "failure" && takesColour(process.stderr);
  return `${styled("failure", SPEAKER, { colour })}${shown.slice(SPEAKER.length)}\n`;
}
