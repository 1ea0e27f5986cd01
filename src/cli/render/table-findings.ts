import type { TableFinding, WitnessSeat } from "../../testing/table-check/check-table.ts";
import { folded } from "./folded.ts";

const WIDTH = 80;
const INDENT = "      ";
const MARKS: Readonly<Record<TableFinding["weight"], string>> = {
  fault: "wrong",
  note: "note ",
  fine: "ok   ",
};

/** A line for each finding, with the lineup that shows it; positions that come into their slots are one line. */
export function tableFindings(title: string, findings: readonly TableFinding[]): string {
  const reached = findings.filter(({ code }) => code === "slot-reached");
  const others = findings.filter(({ code }) => code !== "slot-reached");
  const lines = others.map(({ weight, detail, witness }) => line(weight, `${detail}${shown(witness)}`));
  const seats =
    reached.length === 0 ? [] : [line("fine", `${reached.map(({ detail }) => detail).join(", ")}`)];
  const [first, ...rest] = lines;
  const faults = findings.filter(({ weight }) => weight === "fault").length;
  const verdict = faults === 0 ? "Nothing is wrong." : `${faults} wrong.`;
  return [
    `${folded(title, WIDTH)}\n`,
    ...(first === undefined ? [] : [first]),
    ...seats,
    ...rest,
    `${verdict}\n`,
  ].join("\n");
}

function line(weight: TableFinding["weight"], text: string): string {
  return folded(`${MARKS[weight]} ${text}.`, WIDTH, INDENT);
}

/** Who sits where, slots in the table's order. */
function shown(witness: readonly WitnessSeat[] | null): string {
  if (witness === null) return "";
  return `: ${witness.map(({ slot, position, team }) => `${slot} ${position} of ${team}`).join(", ")}`;
}
