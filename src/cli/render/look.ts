import { styleText } from "node:util";
import { STANDARD_OUTPUT } from "../standard-output.ts";

/** The format of a result for its destination. */
export interface Look {
  /** The maximum number of characters per line. */
  readonly width: number;
  readonly colour: boolean;
}

/** The number of columns without a terminal. */
const USUAL_WIDTH = 80;

/** The format for a file, or for standard output without one. */
export function lookOf(output: string = STANDARD_OUTPUT): Look {
  if (output !== STANDARD_OUTPUT) return { width: USUAL_WIDTH, colour: false };
  return { width: terminalWidth(), colour: takesColour(process.stdout) };
}

/** The line width of a stream: its terminal's, else COLUMNS, else 80. */
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

/** Text in the style of its part, if there are colours. */
export function styled(part: keyof typeof STYLES, text: string, { colour }: Pick<Look, "colour">): string {
  return colour ? styleText(STYLES[part], text, { validateStream: false }) : text;
}
