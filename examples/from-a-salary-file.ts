// The best lineups of a book's salary file, as rows for the book's upload file.
import { readFile } from "node:fs/promises";
import { createOptimizer } from "dfs-lineups";
import { readSlateFile, slateInputs } from "dfs-lineups/formats";

const file = "examples/slates/ice-hockey.fanduel.classic.csv";
const slate = readSlateFile(await readFile(file), { file });

await using optimizer = await createOptimizer({ threads: 0 });
const { data } = await optimizer.optimize({ ...slateInputs(slate), count: 3 });

const names = new Map(slate.entries.map(({ uuid, name }) => [uuid, name]));
for (const { attributes } of data) {
  const goalie = attributes.byPositions["G"]?.[0];
  console.log(
    `${attributes.points} points for ${attributes.salaryTotal}, in goal ${names.get(goalie?.uuid ?? "")}`,
  );
}

/* Prints:
103.5875 points for 54900, in goal Holis Coringlow
103.3999 points for 54900, in goal Holis Coringlow
103.2909 points for 55000, in goal Holis Coringlow
*/
