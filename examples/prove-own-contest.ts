// Checks a contest's table against the book's published rules, and reports a fault in a wrong one.
import { type ContestTableInput, loadCatalog } from "dfs-lineups";
import { checkContest, type PublishedRules } from "dfs-lineups/testing";

const { contest } = await loadCatalog();
// Any table, such as your own. Here it is a built-in one with a wrong digit in its salary cap.
const table: ContestTableInput = contest("basketball", "bookB", "classic");
const wrong = { ...table, salaryCap: { default: 61_000, source: "published-rules" } };

// The published rules, one per line: written from the book's page, not from the table.
const published: PublishedRules = {
  "salary-cap": (lineup) => lineup.reduce((sum, { salary }) => sum + salary, 0) <= 60_000,
  "team-limits": (lineup) =>
    lineup.every(({ team }) => lineup.filter((other) => other.team === team).length <= 4),
  "player-once": (lineup) => new Set(lineup.map(({ player }) => player)).size === lineup.length,
  "roster-slots": (lineup) =>
    lineup
      .map(({ slot }) => slot)
      .sort()
      .join(" ") === "C PF PF PG PG SF SF SG SG" &&
    lineup.every(({ slot, positions }) => positions.includes(slot)),
};

for (const one of [table, wrong]) {
  const report = await checkContest(one, { runs: 10, seed: 1, published });
  console.log(`cap ${one.salaryCap?.default}: ${report.faults.length} wrong, ${report.tested.length} hold`);
  for (const { detail } of report.faults) console.log(detail.slice(0, detail.indexOf(". ") + 1));
}

/* Prints:
cap 60000: 0 wrong, 11 hold
cap 61000: 1 wrong, 11 hold
salary-cap: the published rule forbids a lineup that the table allows.
*/
