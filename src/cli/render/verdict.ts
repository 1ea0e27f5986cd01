import type { Verdict } from "../../lineup/verify/judge.ts";
import type { LineupViolation } from "../../lineup/verify/violation.ts";
import { printable } from "./printable.ts";

/** What is wrong, lineup by lineup, and how many lineups it is wrong with; `inWords` names whom GUIDs mean. */
export function verdictText(
  { legal, lineups, violations }: Verdict,
  inWords: (text: string) => string,
): string {
  const line = ({ constraint, detail, pointer }: LineupViolation) =>
    `  ${constraint}: ${printable(inWords(detail))} (${printable(pointer)})`;
  const blocks = lineups.flatMap(({ uuid, violations: found }, index) =>
    found.length === 0 ? [] : [[`Lineup ${index + 1} (${uuid})`, ...found.map(line)].join("\n")],
  );
  const broken = blocks.length;
  if (violations.length > 0) blocks.push(["The document", ...violations.map(line)].join("\n"));
  const count = `${lineups.length} ${lineups.length === 1 ? "lineup" : "lineups"}`;
  if (legal) return `${count}, nothing wrong.\n`;
  return `${[...blocks, `${count}, ${broken} of them wrong.`].join("\n\n")}\n`;
}
