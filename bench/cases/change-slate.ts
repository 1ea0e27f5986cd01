import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import { pointsOf } from "./slates.ts";

/** Games in the order in which the file first names them. */
export function gamesOf(slate: Slate): string[] {
  return [...new Set(slate.entries.map((entry) => entry.game))];
}

/** One team of each game. */
export function teamPerGame(slate: Slate): string[] {
  return gamesOf(slate).map((game) => slate.entries.find((entry) => entry.game === game)!.team);
}

export function onlyTeams(slate: Slate, teams: readonly string[]): Slate {
  return { ...slate, entries: slate.entries.filter((entry) => teams.includes(entry.team)) };
}

/** Only the games that the file names first. */
export function firstGames(slate: Slate, count: number): Slate {
  const games = gamesOf(slate).slice(0, count);
  return { ...slate, entries: slate.entries.filter((entry) => games.includes(entry.game)) };
}

/** Gives all players new projections, in hundredths of a point. */
export function reproject(slate: Slate, points: (entry: SlateEntry) => number): Slate {
  const entries = slate.entries.map((entry) => ({
    ...entry,
    averagePoints: Math.round(points(entry) * 100) / 100,
  }));
  return { ...slate, entries };
}

/** Gives all players salaries of slightly over a hundred million. */
export function nearlyEqualSalaries(slate: Slate): Slate {
  const entries = slate.entries.map((entry, index) => ({ ...entry, salary: 1e8 + ((index * 7919) % 1000) }));
  return { ...slate, entries };
}

/** Scales the points of all players for whom `isWeak` is true. */
export function weaken(slate: Slate, share: number, isWeak: (entry: SlateEntry) => boolean): Slate {
  return reproject(slate, (entry) => pointsOf(entry) * (isWeak(entry) ? share : 1));
}

/** Salaries with a greatest common divisor of 1: each moved by up to 48 in a fixed pattern. */
export function oddSalaries(slate: Slate): Slate {
  const entries = slate.entries.map((entry, index) => ({
    ...entry,
    salary: entry.salary + ((index * 37) % 97) - 48,
  }));
  return { ...slate, entries };
}

/**
 * The slate with this many entries: copies of its own, in turn, with slightly different salaries and fewer
 * points.
 */
export function grown(slate: Slate, size: number): Slate {
  const entries = Array.from({ length: size }, (_, index): SlateEntry => {
    const entry = slate.entries[index % slate.entries.length]!;
    const turn = Math.floor(index / slate.entries.length);
    if (turn === 0) return entry;
    return {
      ...entry,
      uuid: entry.uuid.replace(/^.{8}/, index.toString(16).padStart(8, "0")),
      bookId: `${index}`,
      name: `${entry.name} ${index}`,
      salary: entry.salary + 100 * (((index * 37) % 7) - 3),
      averagePoints: Math.round(pointsOf(entry) * (80 + ((index * 53) % 20))) / 100,
    };
  });
  return { ...slate, entries };
}
