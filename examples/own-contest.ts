// A custom contest and a custom scoring table, derived from built-in ones.
import { readFile } from "node:fs/promises";
import { createOptimizer, loadCatalog, scorePerformance } from "dfs-lineups";
import { readSlateFile, slateInputs } from "dfs-lineups/formats";

const { contest, scoringTable } = await loadCatalog();
const classic = contest("basketball", "bookA", "classic");
const rich = {
  ...classic,
  contest: "rich",
  salaryCap: { default: 55_000, source: "published-rules" },
};

const file = "examples/slates/basketball.draftkings.classic.csv";
const slate = readSlateFile(await readFile(file), { file });
await using optimizer = await createOptimizer({ threads: 0, rules: [rich] });
for (const name of ["classic", "rich"]) {
  const { data } = await optimizer.optimize({ ...slateInputs({ ...slate, contest: name }), count: 1 });
  console.log(`${name}: ${data[0]?.attributes.points} points for ${data[0]?.attributes.salaryTotal}`);
}

const line = { points: 25, reboundsTotal: 11, assists: 4, threePointFieldGoalsMade: 3 };
const table = await scoringTable("basketball", "bookA");
const { points } = scorePerformance(table, line, { kind: "actual" });
console.log(`25 points, 11 rebounds, 4 assists and 3 threes: ${points}`);

/* Prints:
classic: 225.31 points for 50000
rich: 253.53 points for 54900
25 points, 11 rebounds, 4 assists and 3 threes: 47.75
*/
