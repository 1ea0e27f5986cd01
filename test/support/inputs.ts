import { contestToGive } from "../../bench/slates/shapes/index.ts";
import type { Slate } from "../../src/files/slate.ts";
import { type SlateInputs, slateInputs } from "../../src/files/slate-inputs.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { smallSalaryFile } from "./salary-file.ts";

const catalog = await loadCatalog();

/** How many of each team and position a small pool keeps. */
const DEPTH = 2;

/** How many of a game's cheapest a small pool keeps, where it needs them. */
const CHEAPEST = 4;

/** How many a small pool of one team keeps, from the best to the worst. */
const OF_ONE_TEAM = 14;

/**
 * An invented slate of a contest, small enough for any solver: two games, the best of each team and
 * position; in FanDuel's single games and those of Counter-Strike, whose caps the best alone exceed, the cheapest as well.
 */
function smallSlate(contest: string): Slate {
  const options = { file: contest, catalog, contest: contestToGive(contest) };
  const slate = readSlateFile(smallSalaryFile(contest, 2), options);
  const best = slate.entries.toSorted((a, b) => b.averagePoints! - a.averagePoints!);
  const cheapest = /\.single|counter-strike\..*\.showdown/.test(contest)
    ? slate.entries.toSorted((a, b) => a.salary - b.salary).slice(0, CHEAPEST)
    : [];
  const taken = new Map<string, number>();
  const isOneTeam = best.every(({ team }) => team === best[0]!.team);
  const entries = best.filter((entry, at) => {
    const { team, position } = entry;
    if (isOneTeam) return at % Math.floor(best.length / OF_ONE_TEAM) === 0;
    const group = `${team} ${position}`;
    taken.set(group, (taken.get(group) ?? 0) + 1);
    return taken.get(group)! <= DEPTH || cheapest.includes(entry);
  });
  return { ...slate, entries };
}

/** A small slate as the optimizer's input. */
export function smallInputs(contest: string): SlateInputs {
  return slateInputs(smallSlate(contest));
}
