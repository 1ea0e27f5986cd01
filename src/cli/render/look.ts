import { styleText } from "node:util";
import { STANDARD_OUTPUT } from "../standard-output.ts";

/** How a result looks where it goes. */
export interface Look {
  /** The most characters of a line. */
  readonly width: number;
  readonly colour: boolean;
}

/** Columns where no terminal says how many it has. */
const USUAL_WIDTH = 80;

/** The look of what goes to a file, or to standard output where none is named. */
export function lookOf(output: string = STANDARD_OUTPUT): Look {
  if (output !== STANDARD_OUTPUT) return { width: USUAL_WIDTH, colour: false };
  return { width: terminalWidth(), colour: takesColour(process.stdout) };
}

/** How many characters a line of a stream may have: its terminal's, else what COLUMNS says, else 80. */
export function terminalWidth(stream: { readonly columns?: number } = process.stdout): number {
  const stated = Number(process.env["COLUMNS"]);
  return stream.columns || (Number.isInteger(stated) && stated > 0 ? stated : USUAL_WIDTH);
}

/** Whether a stream is a terminal with colours, unless NO_COLOR or FORCE_COLOR says otherwise. */
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
