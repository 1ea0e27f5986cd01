/** Writes the page of all contests, `docs/contests.md`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { overviewColumns } from "../cli/run/rules.ts";
import type { Catalog } from "../contests/catalog/catalog.ts";
import { loadCatalog } from "../platform/node/catalog.ts";
import { table } from "./markdown.ts";

export const PAGE = fileURLToPath(new URL("../../docs/contests.md", import.meta.url));

const INTRODUCTION = `# Contests

Made by \`npm run docs\` from the tables in \`rules/\`; a test keeps it current. \`dfs-lineups rules\` lists the same,
\`dfs-lineups rules american-football bookA classic\` shows a contest in full, with its positions and what each source is.`;

/** The text of the page: a table of contests for each sport, a row for each contest. */
export function contestsPage({ contests, sports }: Catalog): string {
  const parts = sports.map((sport) => {
    const these = contests.filter((contest) => contest.sport === sport);
    const columns = overviewColumns(these);
    const rows = these.map((contest) => [
      ...columns.map(([, cellOf]) => cellOf(contest)),
      Object.values(contest.sources).join(" "),
    ]);
    const headings = columns.map(([name]) => name.toLowerCase());
    return `## ${sport}\n\n${table([...headings, "sources"], rows)}`;
  });
  return `${[INTRODUCTION, ...parts].join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(PAGE, contestsPage(await loadCatalog()));
