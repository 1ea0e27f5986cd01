import { sampleSlate } from "../support/sample-slates.ts";

/** An input that is larger or deeper than any legitimate one. */
export interface HugeInput {
  /** The target that receives it. */
  readonly target: string;
  readonly words: string;
  readonly text: () => string;
  /** Whether it takes seconds, so that only long runs include it. */
  readonly isLong?: boolean;
}

const MEGABYTE = 2 ** 20;
const long = "x".repeat(MEGABYTE);
const spaces = " ".repeat(MEGABYTE);
const HEAD = sampleSlate("basketball.draftkings.classic.csv").split("\n");

/** Pools of 20,000 players, cells of a megabyte, deep JSON, YAML with aliases. */
export function hugeInputs(): readonly HugeInput[] {
  const row = (cells: string) => `${HEAD[0]}\n${HEAD[1]}\n${cells}\n`;
  return [
    { target: "salary file", words: "20,000 players", isLong: true, text: pool },
    {
      target: "salary file",
      words: "a name of 1 MB",
      text: () => row(HEAD[2]?.replace(/,[^,]*\(\d+\),[^,]*,/, `,${long} (1),${long},`) ?? ""),
    },
    { target: "salary file", words: "1 MB of quotes", text: () => row('"'.repeat(MEGABYTE)) },
    { target: "salary file", words: "1 MB of commas", isLong: true, text: () => row(",".repeat(MEGABYTE)) },
    {
      target: "salary file",
      words: "1 MB of empty lines",
      isLong: true,
      text: () => row("\n".repeat(MEGABYTE)),
    },
    { target: "projections file", words: "a name of 1 MB", text: () => `Name,Projection\n${long},5\n` },
    {
      target: "projections file",
      words: "1 MB of plus signs, and of what UTF-7 makes of @",
      text: () => `Name,Projection\n${"+".repeat(MEGABYTE)},5\n+${"AEAAQABA".repeat(MEGABYTE / 8)}-,6\n`,
    },
    {
      target: "projections file",
      words: "words in a name of 1 MB",
      isLong: true,
      text: () => `Name,Projection\n${"a ".repeat(MEGABYTE / 2)},5\n`,
    },
    {
      target: "projections file",
      words: "a number of 1 MB",
      text: () => `Name,Projection\nA B,${"9".repeat(MEGABYTE)}\n`,
    },
    {
      target: "projections file",
      words: "a header of 100,000 columns",
      isLong: true,
      text: () => `Name,Projection${",x".repeat(100_000)}\nA B,5\n`,
    },
    { target: "aliases", words: "a cell of 1 MB", text: () => `Here,There\n${long},A\n` },
    {
      target: "correlations",
      words: "a header of 1 MB",
      isLong: true,
      text: () => `${",A".repeat(MEGABYTE / 2)}\n`,
    },
    {
      target: "entries file",
      words: "an entry of 1 MB",
      text: () => `Entry ID,Contest Name,PG\n1,${long},\n`,
    },
    {
      target: "entries file",
      words: "1 MB of spaces within a seat",
      text: () => `Entry ID,Contest Name,PG\n1,a,x${spaces}y\n`,
    },
    {
      target: "projections file",
      words: "1 MB of spaces within a name and a share",
      text: () => `Name,Projection,Own%\nx${spaces}y,5,1\nA B,5,1${spaces}y\n`,
    },
    {
      target: "manifest",
      words: "a portfolio 50,000 deep",
      text: () =>
        `{"id":"a","salaries":"s.csv","portfolio":${'{"rules":['.repeat(50_000)}${"]}".repeat(50_000)}}`,
    },
    { target: "manifest", words: "a line of 1 MB", text: () => `{"id":"${long}"}` },
    { target: "manifest", words: "JSON 100,000 deep", text: () => deep(100_000) },
    {
      target: "upload file",
      words: "1 MB of spaces within a seat",
      text: () => `PG,SG,SF,PF,C,G,F,UTIL\nx${spaces}y,,,,,,,\n`,
    },
    { target: "request", words: "JSON 100,000 deep", text: () => deep(100_000) },
    { target: "optimize", words: "20,000 players", text: () => JSON.stringify(manyPlayers()) },
    {
      target: "portfolio",
      words: "20,000 players, and how often each",
      isLong: true,
      text: () =>
        JSON.stringify({
          ...manyPlayers(),
          count: 6,
          portfolio: { unique: 2, exposure: [{ each: "player", most: 3 }] },
        }),
    },
    { target: "projections document", words: "JSON 100,000 deep", text: () => deep(100_000) },
    { target: "contest table", words: "JSON 100,000 deep", text: () => deep(100_000) },
    { target: "portfolio file", words: "JSON 5,000 deep", text: () => deep(5_000) },
    { target: "portfolio file", words: "aliases of aliases", text: bomb },
    { target: "portfolio file", words: "an alias of itself", text: () => "a: &a [*a, *a]\n" },
    { target: "portfolio file", words: "a text of 1 MB", text: () => `salary: ${long}\n` },
    {
      target: "portfolio file",
      words: "1 MB of digits before a range's dots",
      text: () => `salary: "${"1".repeat(MEGABYTE)}.."\n`,
    },
    {
      target: "portfolio file",
      words: "1 MB of spaces in a range, a share and a change",
      text: () =>
        JSON.stringify({
          salary: `${spaces}x`,
          exposure: [{ each: "player", share: `${spaces}x`, least: `1${spaces}x` }],
          points: { boost: { everybody: `${spaces}x` } },
        }),
    },
  ];
}

function pool(): string {
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const position = ["PG", "SG", "SF", "PF", "C"][at % 5];
    const teams = `T${(at % 30) & ~1}@T${(at % 30) | 1}`;
    return `${position},P${at} Q (${at}),P${at} Q,${at},${position},${3000 + (at % 70) * 100},${teams} 01/15/2025 07:00PM ET,T${at % 30},${at % 50}`;
  });
  return `Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame\n${rows.join("\n")}\n`;
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
