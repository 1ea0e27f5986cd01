/** Writes the pages of the contests into `docs/contests/`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Catalog } from "../../catalog/catalog.ts";
import type { ContestTable } from "../../catalog/contest-table.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { outcomesPart } from "./outcomes-part.ts";
import { rulesPart } from "./rules-part.ts";
import { samplesPart } from "./samples-part.ts";
import { scoringPart } from "./scoring-part.ts";

export const PAGES = fileURLToPath(new URL("../../../docs/contests/", import.meta.url));

/** A page for each contest that the package knows, by its file's name. */
export function contestPages(catalog: Catalog): ReadonlyMap<string, string> {
  return new Map(catalog.contests.map((contest) => [`${fileNameOf(contest)}.md`, pageOf(contest, catalog)]));
}

/** What the tables say: the rules first, then what is scored and how points stray. */
export function tableParts(contest: ContestTable, catalog: Catalog): readonly [string, ...string[]] {
  const { sport, book } = contest;
  return [
    rulesPart(contest),
    scoringPart(catalog.scoringTable(sport, book)),
    outcomesPart(catalog.outcomesTable(sport)),
  ];
}

function pageOf(contest: ContestTable, catalog: Catalog): string {
  const { sport, book } = contest;
  const [rules, ...others] = tableParts(contest, catalog);
  return `${[
    `# ${sport} ${book} ${contest.contest}`,
    `Made by \`npm run docs\` from \`rules/${sport}/${book}.${contest.contest}.json\`; a test keeps it current.`,
    rules,
    samplesPart(contest),
    ...others,
  ].join("\n\n")}\n`;
}

function fileNameOf({ sport, book, contest }: ContestTable): string {
  return `${sport}.${book}.${contest}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(PAGES, { recursive: true });
  for (const [file, text] of contestPages(await loadCatalog())) writeFileSync(join(PAGES, file), text);
}
