import { folded } from "./folded.ts";
import { styled, takesColour } from "./look.ts";
import { printable } from "./printable.ts";

/** Who speaks, at the start of everything on standard error. */
const SPEAKER = "dfs-lineups:";

/** A note or an error for standard error: one line, which a terminal shows broken between words. */
export function paragraph(text: string, part: "note" | "failure" = "note"): string {
  const { isTTY, columns } = process.stderr;
  const line = `${SPEAKER} ${printable(text)}`;
  const shown = isTTY ? folded(line, columns, "  ") : line;
  const colour = part === "failure" && takesColour(process.stderr);
  return `${styled("failure", SPEAKER, { colour })}${shown.slice(SPEAKER.length)}\n`;
}
