/** Writes the contest pages to `docs/contests/`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Catalog } from "../../../contests/catalog/catalog.ts";
import type { ContestTable } from "../../../contests/catalog/contest-table.ts";
import { loadCatalog } from "../../../platform/node/catalog.ts";
import { outcomesPart } from "./outcomes-part.ts";
import { rulesPart } from "./rules-part.ts";
import { samplesPart } from "./samples-part.ts";
import { scoringPart } from "./scoring-part.ts";

export const PAGES = fileURLToPath(new URL("../../../../docs/contests/", import.meta.url));

/** A page for each contest of the package, by file name. */
export async function contestPages(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const pages = catalog.contests.map(
    async (contest) => [`${fileNameOf(contest)}.md`, await pageOf(contest, catalog)] as const,
  );
  return new Map(await Promise.all(pages));
}

/** The contents of the tables: first the rules, then the scoring and the spread of points. */
export async function tableParts(
  contest: ContestTable,
  catalog: Catalog,
): Promise<readonly [string, ...string[]]> {
  const { sport, book } = contest;
  return [
    rulesPart(contest),
    scoringPart(catalog.scoringTable(sport, book)),
    outcomesPart(await catalog.outcomesTable(sport)),
  ];
}

async function pageOf(contest: ContestTable, catalog: Catalog): Promise<string> {
  const { sport, book } = contest;
  const [rules, ...others] = await tableParts(contest, catalog);
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
  for (const [file, text] of await contestPages(await loadCatalog())) writeFileSync(join(PAGES, file), text);
}
