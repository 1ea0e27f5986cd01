import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { UnknownContestError } from "../../shared/errors.ts";
import { askedBook } from "../options/book.ts";
import type { RulesOptions } from "../options/rules.ts";
import { writeResult } from "../output.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { contestDetails, contestOverview } from "../render/rules-table.ts";
import { usageError } from "../usage-error.ts";

const KEYS = ["sport", "book", "contest"] as const;

/** Shows the contests' rules, or checks a file's. */
export async function run(options: RulesOptions, action?: "check", file?: string): Promise<void> {
  if (action === "check") {
    if (file === undefined) throw usageError("rules check", "needs the table's file: rules check FILE.");
    const idle = (["sport", "book", "site", "contest"] as const).find((name) => options[name] !== undefined);
    if (idle !== undefined)
      throw usageError(`--${idle}`, "chooses what is shown; rules check takes FILE alone.");
    const { checkRules } = await import("./rules-check.ts");
    return checkRules(file, options);
  }
  const { contests } = await loadCatalog({ rules: options.rules });
  const wanted = { sport: options.sport, book: askedBook(options), contest: options.contest };
  const chosen = contests.filter((table) =>
    KEYS.every((key) => wanted[key] === undefined || wanted[key] === table[key]),
  );
  if (chosen.length === 0) throw new UnknownContestError(wanted, contests.map(nameOf));
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
