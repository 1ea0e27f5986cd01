import { contestName } from "../../contests/catalog/built-in.ts";
import { parseContestTable } from "../../contests/catalog/contest.ts";
import { createSearch } from "../../engine/search/search.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { loadContestTable } from "../../platform/node/tables.ts";
import { checkTable } from "../../testing/table-check/check-table.ts";
import { REFUSED } from "../failure.ts";
import { inputName, readJson } from "../input/files.ts";
import type { RulesOptions } from "../options/rules.ts";
import { writeResult } from "../output.ts";
import { json } from "../render/json.ts";
import { tableFindings } from "../render/table-findings.ts";

/** Checks one contest's table, beside the built-in ones and those of `--rules`. */
export async function checkRules(file: string, { rules, format, output }: RulesOptions): Promise<void> {
  const contest =
    inputName(file) === file
      ? await loadContestTable(file)
      : parseContestTable(await readJson(file), inputName(file));
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
