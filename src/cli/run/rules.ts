import type { ContestTable } from "../../catalog/contest-table.ts";
import { UnknownContestError } from "../../errors.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { askedBook } from "../options/book.ts";
import type { RulesOptions } from "../options/rules.ts";
import { writeResult } from "../output.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { contestDetails, contestOverview } from "../render/rules-table.ts";

/** Shows the contests' rules. */
export async function run(options: RulesOptions): Promise<void> {
  const { contests } = await loadCatalog({ rules: options.rules });
  const wanted = [options.sport, askedBook(options), options.contest];
  const chosen = contests.filter(({ sport, book, contest }) =>
    [sport, book, contest].every((name, index) => wanted[index] === undefined || wanted[index] === name),
  );
  if (chosen.length === 0) {
    const asked = wanted.filter((name) => name !== undefined).join(" ");
    throw new UnknownContestError(asked, contests.map(nameOf));
  }
  await writeResult(rendered(chosen, options), options.output);
}

function rendered(chosen: readonly ContestTable[], { format, output }: RulesOptions): string {
  if (format === "json") return json(chosen);
  const look = lookOf(output);
  const [only, ...others] = chosen;
  return others.length === 0 ? contestDetails(only!, look) : contestOverview(chosen, look);
}

function nameOf({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}
