import { sampleSlate } from "../support/sample-slates.ts";

const MEGABYTE = 2 ** 20;
const long = "x".repeat(MEGABYTE);
const spaces = " ".repeat(MEGABYTE);
const HEAD = sampleSlate("basketball.draftkings.classic.csv").split("\n");

/** Texts that are larger or deeper than any legitimate one, by the target that receives them. */
export function hugeInputs(): Readonly<Record<string, readonly string[]>> {
  const row = (cells: string) => `${HEAD[0]}\n${HEAD[1]}\n${cells}\n`;
  const inSeat = `PG,SG,SF,PF,C,G,F,UTIL\nx${spaces}y,,,,,,,\n`;
  const lists = '{"rules":['.repeat(50_000) + "]}".repeat(50_000);
  return {
    "salary file": [
      row(HEAD[2]?.replace(/,[^,]*\(\d+\),[^,]*,/, `,${long} (1),${long},`) ?? ""),
      row('"'.repeat(MEGABYTE)),
    ],
    "projections file": [
      `Name,Projection\n${long},5\n`,
      // What UTF-7 makes of @.
      `Name,Projection\n${"+".repeat(MEGABYTE)},5\n+${"AEAAQABA".repeat(MEGABYTE / 8)}-,6\n`,
      `Name,Projection\nA B,${"9".repeat(MEGABYTE)}\n`,
      `Name,Projection,Own%\nx${spaces}y,5,1\nA B,5,1${spaces}y\n`,
    ],
    aliases: [`Here,There\n${long},A\n`],
    "entries file": [`Entry ID,Contest Name,PG\n1,${long},\n`, `Entry ID,Contest Name,PG\n1,a,x${spaces}y\n`],
    manifest: [`{"id":"a","salaries":"s.csv","portfolio":${lists}}`, `{"id":"${long}"}`, deep(100_000)],
    "upload file": [inSeat],
    request: [deep(100_000)],
    optimize: [JSON.stringify(manyPlayers())],
    "projections document": [deep(100_000)],
    "contest table": [deep(100_000)],
    "portfolio file": [
      deep(5_000),
      bomb(),
      "a: &a [*a, *a]\n",
      `salary: ${long}\n`,
      `salary: "${"1".repeat(MEGABYTE)}.."\n`,
      JSON.stringify({
        salary: `${spaces}x`,
        exposure: [{ each: "player", share: `${spaces}x`, least: `1${spaces}x` }],
        points: { boost: { everybody: `${spaces}x` } },
      }),
    ],
  };
}

/** A request with 20,000 players in 15 games, and a projection for each. */
function manyPlayers() {
  const guid = (kind: number, at: number) =>
    `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const at = Array.from({ length: 20_000 }, (_, index) => index);
  const position = (index: number) => ["PG", "SG", "SF", "PF", "C"][index % 5];
  const related = (type: string, id: string) => ({ data: { type, id } });
  return {
    sport: "basketball",
    count: 3,
    body: {
      book: "bookA",
      contest: "classic",
      players: at.map((index) => ({
        player: guid(1, index),
        position: position(index),
        salary: 3000 + (index % 70) * 100,
      })),
      games: Array.from({ length: 15 }, (_, game) => guid(3, game)),
    },
    projections: {
      data: at.map((index) => ({
        id: guid(4, index),
        type: "FantasyPerformance",
        attributes: { uuid: guid(4, index), position: position(index), bookAPoints: (index % 501) / 10 },
        relationships: {
          player: related("Player", guid(1, index)),
          team: related("Team", guid(2, index % 30)),
          event: related("Event", guid(3, (index % 30) >> 1)),
        },
      })),
    },
  };
}

function deep(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

/** A description that would have 9 to the power of 9 values if its aliases were expanded. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, at) => {
    const before = at === 0 ? "x" : `*a${at - 1}`;
    return `a${at}: &a${at} [${new Array<string>(9).fill(before).join(", ")}]`;
  });
  return `${lines.join("\n")}\n`;
}
