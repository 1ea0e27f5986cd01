import { contestName } from "../../contests/catalog/catalog.ts";
import { createSearch } from "../../engine/search/search.ts";
import { builtInCatalog, loadCatalog, loadContestTable } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { readContest } from "../../platform/own-tables.ts";
import { checkTable, type TableFinding, type WitnessSeat } from "../../testing/check-table.ts";
import { REFUSED } from "../errors.ts";
import { inputName, readJson } from "../input/files.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { folded, json } from "../render/text.ts";

const WIDTH = 80;
const INDENT = "      ";
const MARKS: Readonly<Record<TableFinding["weight"], string>> = {
  fault: "wrong",
  note: "note ",
  fine: "ok   ",
};

/**
 * The text of a check: a line for each finding, with the lineup that shows it. All findings with the code
 * `slot-reached` share one line.
 */
function tableFindings(title: string, findings: readonly TableFinding[]): string {
  const reached = findings.filter(({ code }) => code === "slot-reached");
  const others = findings.filter(({ code }) => code !== "slot-reached");
  const lines = others.map(({ weight, detail, witness }) => line(weight, `${detail}${shown(witness)}`));
  if (reached.length > 0) lines.splice(1, 0, line("fine", reached.map(({ detail }) => detail).join(", ")));
  const faults = findings.filter(({ weight }) => weight === "fault").length;
  const verdict = faults === 0 ? "Nothing is wrong." : `${faults} wrong.`;
  return [`${folded(title, WIDTH)}\n`, ...lines, `${verdict}\n`].join("\n");
}

function line(weight: TableFinding["weight"], text: string): string {
  return folded(`${MARKS[weight]} ${text}.`, WIDTH, INDENT);
}

/** The lineup that shows a finding, with a slot, position and team for each player; empty for null. */
function shown(witness: readonly WitnessSeat[] | null): string {
  if (witness === null) return "";
  return `: ${witness.map(({ slot, position, team }) => `${slot} ${position} of ${team}`).join(", ")}`;
}

/** Checks one contest's table together with the built-in ones and those of `--rules`. */
export async function checkRules(file: string, { rules, format, output }: Options<"rules">): Promise<void> {
  const contest =
    inputName(file) === file
      ? await loadContestTable(file)
      : await readContest(await readJson(file), inputName(file), builtInCatalog);
  const { contests } = await loadCatalog({ rules });
  const search = createSearch(createRunner(0));
  try {
    const findings = await checkTable(contest, contests, search);
    const faults = findings.filter(({ weight }) => weight === "fault").length;
    const name = contestName(contest);
    const text =
      format === "json"
        ? json({ file, contest: name, sound: faults === 0, findings })
        : tableFindings(`${inputName(file)}: ${name}`, findings);
    await writeResult(text, output);
    if (faults > 0) process.exitCode = REFUSED;
  } finally {
    await search.close();
  }
}
