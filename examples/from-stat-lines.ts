// Lineups for both books from one set of predicted stat lines, and what a player's points are made of.
import { createOptimizer, type LineupRequestInput, type PerformanceDocument } from "dfs-lineups";

const sport = "basketball";
const positions = ["PG", "SG", "SF", "PF", "C"];
const guid = (kind: number, index: number) =>
  `${kind}0000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const reference = (type: string, uuid: string) => ({ data: { type, id: uuid } });

// Thirty invented players of two games; a prediction model's output looks like this.
const players = Array.from({ length: 30 }, (_, index) => ({
  uuid: guid(1, index),
  position: positions[index % 5]!,
  salary: 4000 + 100 * ((index * 17) % 40),
  team: index % 4,
}));
const performances: PerformanceDocument = {
  data: players.map(({ uuid, team, salary }, index) => ({
    id: guid(2, index),
    type: "Performance",
    attributes: {
      uuid: guid(2, index),
      points: salary / 400 + ((index * 7) % 5),
      reboundsTotal: 3 + (index % 6),
      assists: 2 + (index % 4),
      steals: 1,
      blockedShots: (index % 3) / 2,
      turnovers: 1.5,
      probDoubleDouble: (index % 6) / 10,
    },
    relationships: {
      player: reference("Player", uuid),
      team: reference("Team", guid(3, team)),
      event: reference("Event", guid(4, team % 2)),
    },
  })),
};

await using optimizer = await createOptimizer({ threads: 0 });
for (const book of ["bookA", "bookB"] as const) {
  const body: LineupRequestInput = {
    book,
    contest: "classic",
    players: players.map(({ uuid, position, salary }) => ({ player: uuid, position, salary })),
    games: [guid(4, 0), guid(4, 1)],
  };
  const document = await optimizer.optimize(
    { sport, body, performances, count: 1 },
    { include: ["scoring"] },
  );
  const [first] = document.included ?? [];
  const scoring = first?.attributes?.["scoring"] as { readonly term: string; readonly points: number }[];
  console.log(`${book}: ${document.data[0]?.attributes.points} points`);
  console.log(`  ${scoring.map(({ term, points }) => `${term} ${points.toFixed(2)}`).join(", ")}`);
}

/* Prints:
bookA: 288.8 points
  point 22.50, rebound 6.25, assist 6.00, steal 2.00, block 2.00, turnover -0.75, double-double 0.30, triple-double 0.00
bookB: 322.25 points
  point 22.50, rebound 6.00, assist 6.00, block 3.00, steal 3.00, turnover -1.50
*/
