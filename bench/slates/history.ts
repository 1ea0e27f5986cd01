import { csvLine } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { generateSlate } from "./generate-slate.ts";
import { createRandom, type Random } from "./random.ts";

/** The pool of the example history: each of its contests has the players of the sample slate. */
const CONTEST = "basketball.draftkings.classic";
const CONTESTS = ["monday", "wednesday", "friday"] as const;
const ENTRIES = 60;
const CAP = 50_000;
const LEAST_SPENT = 48_500;

/** The slots by the order in which the book writes them, and the positions they accept. */
const SLOTS = [
  ["C", ["C"]],
  ["F", ["SF", "PF"]],
  ["G", ["PG", "SG"]],
  ["PF", ["PF"]],
  ["PG", ["PG"]],
  ["SF", ["SF"]],
  ["SG", ["SG"]],
  ["UTIL", ["PG", "SG", "SF", "PF", "C"]],
] as const;

interface PastPlayer {
  readonly name: string;
  readonly team: string;
  readonly positions: readonly string[];
  readonly salary: number;
  readonly projected: number;
  readonly scored: number;
  /** How likely opponents take the player. */
  readonly weight: number;
}

/** The files of an invented history by name: projections and standings of each contest, payouts and the manifest. */
export function historyFiles(): ReadonlyMap<string, string> {
  const { entries } = readSlateFile(generateSlate(CONTEST), { file: CONTEST });
  const random = createRandom(23);
  const files = new Map<string, string>();
  for (const contest of CONTESTS) {
    const players = entries.map(({ name, team, position, salary, averagePoints }): PastPlayer => {
      const projected = averagePoints! * random.between(0.85, 1.15);
      const isAbsent = random.between(0, 1) < 0.03;
      const noise = [1, 2, 3, 4].reduce((sum) => sum + random.between(-0.33, 0.33), 0);
      const scored = isAbsent ? 0 : Math.max(0, Math.round(4 * projected * (1 + noise)) / 4);
      const weight = Math.exp((1800 * projected) / salary) * random.between(0.6, 1.4);
      return { name, team, positions: position.split("/"), salary, projected, scored, weight };
    });
    const lineups = Array.from({ length: ENTRIES }, () => drawnLineup(players, random));
    const owned = (player: PastPlayer) =>
      lineups.filter((lineup) => lineup.includes(player)).length / ENTRIES;
    files.set(`${contest}/projections.csv`, projectionsCsv(players, owned, random));
    files.set(`${contest}/contest-standings.csv`, standingsCsv(lineups, players, owned));
  }
  files.set("payouts.csv", "Place,Payout,Entry Fee\n1,75,5\n2,45,\n3,30,\n4-6,15,\n7-12,10,\n");
  files.set("history.yaml", manifest());
  return files;
}

/** A legal lineup by slot, drawn until its salary fits. */
function drawnLineup(players: readonly PastPlayer[], random: Random): readonly PastPlayer[] {
  for (;;) {
    const lineup: PastPlayer[] = [];
    for (const [, accepts] of SLOTS) {
      const free = players.filter(
        (one) =>
          !lineup.includes(one) && one.positions.some((position) => accepts.includes(position as never)),
      );
      lineup.push(weighted(free, random));
    }
    const cost = lineup.reduce((sum, { salary }) => sum + salary, 0);
    if (cost <= CAP && cost >= LEAST_SPENT) return lineup;
  }
}

function weighted(players: readonly PastPlayer[], random: Random): PastPlayer {
  let left = random.between(
    0,
    players.reduce((sum, { weight }) => sum + weight, 0),
  );
  return players.find(({ weight }) => {
    left -= weight;
    return left < 0;
  })!;
}

function projectionsCsv(
  players: readonly PastPlayer[],
  owned: (player: PastPlayer) => number,
  random: Random,
): string {
  const rows = players.map((player) => {
    const own = 100 * owned(player) * random.between(0.5, 1.5) + random.between(0, 2);
    return [player.name, player.team, player.projected.toFixed(2), own.toFixed(1)];
  });
  return [["Name", "Team", "Proj", "Own%"], ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

function standingsCsv(
  lineups: readonly (readonly PastPlayer[])[],
  players: readonly PastPlayer[],
  owned: (player: PastPlayer) => number,
): string {
  const pointsOf = (lineup: readonly PastPlayer[]) => lineup.reduce((sum, { scored }) => sum + scored, 0);
  const ranked = lineups.toSorted((a, b) => pointsOf(b) - pointsOf(a));
  const listed = players.filter((player) => owned(player) > 0).sort((a, b) => owned(b) - owned(a));
  const rows = Array.from({ length: Math.max(ranked.length, listed.length) }, (_, at) => {
    const lineup = ranked[at];
    const player = listed[at];
    const entry = lineup && [
      String(1 + lineups.filter((other) => pointsOf(other) > pointsOf(lineup)).length),
      String(4_400_000_001 + at),
      at % 20 === 7 ? "my_account" : `opponent${at + 1}`,
      "0",
      String(pointsOf(lineup)),
      lineup.map(({ name }, seat) => `${SLOTS[seat]![0]} ${name}`).join(" "),
    ];
    const result = player && [
      player.name,
      player.positions[0]!,
      `${(100 * owned(player)).toFixed(2)}%`,
      String(player.scored),
    ];
    return [...(entry ?? ["", "", "", "", "", ""]), "", ...(result ?? ["", "", "", ""])];
  });
  const header = ["Rank", "EntryId", "EntryName", "TimeRemaining", "Points", "Lineup", ""];
  const right = ["Player", "Roster Position", "%Drafted", "FPTS"];
  return [[...header, ...right], ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

function manifest(): string {
  const slates = CONTESTS.map(
    (contest) => `  - id: ${contest}
    salaries: ../slates/${CONTEST}.csv
    projections: ${contest}/projections.csv
    standings: ${contest}/contest-standings.csv
    payouts: payouts.csv
`,
  );
  return `# An invented history: three contests with the players of one sample slate.
users: [my_account]
slates:
${slates.join("")}strategies:
  - { name: best, count: 10 }
  - { name: spread, count: 10, portfolio: { unique: 2, exposure: [{ each: player, most: 40% }] } }
  - { name: chosen, count: 10, choose: { candidates: 100 }, draws: 256 }
`;
}
