import type { CertificateVerdict } from "../../lineup/certificate/check.ts";
import { folded } from "./folded.ts";
import { printable } from "./printable.ts";

/** What a certificate proves, in words. */
export function certificateText(verdict: CertificateVerdict): string {
  const { holds, faults, lineups, best, last, partial, unchecked } = verdict;
  const count = `${lineups} ${lineups === 1 ? "lineup" : "lineups"}`;
  const points = (value: number | null) => Number((value ?? 0).toFixed(4));
  const given =
    unchecked.length === 0
      ? ""
      : ` Taken from the certificate, as neither --salaries nor --request is given: ${unchecked.join("; ")}.`;
  const looked = `${partial.toLocaleString("en-US")} partial lineups were looked at.${given}`;
  if (!holds) return [...faults.map((fault) => lines(printable(fault))), "It does not hold.\n"].join("");
  if (lineups === 0) return lines(`It holds: no lineup is legal. ${looked}`);
  return lines(
    `It holds: ${count} of ${points(best)} to ${points(last)} points, each legal, and none with more points than the last was left out. ${looked}`,
  );
}

/** Terminals have 80 columns. */
const WIDTH = 80;

function lines(text: string): string {
  return `${folded(text, WIDTH, "  ")}\n`;
}
