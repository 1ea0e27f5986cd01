import { Command } from "commander";
import type { ContestTable } from "../catalog/contest-table.ts";
import { UnknownContestError } from "../errors.ts";
import { loadCatalog } from "../platform/node/catalog.ts";
import { formatOption, rulesOption } from "./arguments.ts";
import { asJson, writeResult } from "./output.ts";
import { contestDetails, contestOverview } from "./render/rules-table.ts";

interface Options {
  readonly sport?: string;
  readonly book?: string;
  readonly contest?: string;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
}

/** Shows the contests' rules. */
export function rulesCommand(): Command {
  return new Command("rules")
    .description("Show the contests and their rules; in full when the options leave one.")
    .option("--sport <sport>", "only this sport's")
    .option("--book <book>", "only this book's")
    .option("--contest <contest>", "only contests of this name")
    .addOption(rulesOption())
    .addOption(formatOption(["table", "json"]))
    .action(showRules);
}

async function showRules(options: Options): Promise<void> {
  const { contests } = await loadCatalog({ rules: options.rules });
  const wanted = [options.sport, options.book, options.contest];
  const chosen = contests.filter(({ sport, book, contest }) =>
    [sport, book, contest].every((name, index) => wanted[index] === undefined || wanted[index] === name),
  );
  if (chosen.length === 0) {
    const asked = wanted.filter((name) => name !== undefined).join(" ");
    throw new UnknownContestError(asked, contests.map(nameOf));
  }
  if (options.format === "json") return writeResult(asJson(chosen));
  const [only, ...others] = chosen;
  return writeResult(others.length === 0 ? contestDetails(only!) : contestOverview(chosen));
}

function nameOf({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}
