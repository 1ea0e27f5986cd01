import type { Clause } from "../engine/model/lineup-test.ts";

/**
 * Whether every lineup of `seats` picks keeps at least one of the alternatives, as far as counting picks shows it: no
 * lineup has enough picks to exceed all upper limits, or so few that it falls short of all lower ones. Sums are not
 * looked at, so `false` proves nothing.
 */
export function isAlwaysKept(alternatives: readonly Clause[], seats: number, picks: number): boolean {
  const counted = alternatives.filter(({ sums }) => sums.length === 0);
  return canNotExceedAll(counted, seats) || canNotFallShortOfAll(counted, seats, picks);
}

/**
 * Breaking alternatives that have upper limits alone takes `most + 1` picks of one of the counts of each, and a pick
 * serves at most as many alternatives as count it.
 */
function canNotExceedAll(alternatives: readonly Clause[], seats: number): boolean {
  const limited = alternatives.filter(({ counts }) => counts.every(({ least }) => least <= 0));
  const countedBy = new Map<number, number>();
  let needed = 0;
  for (const { counts } of limited) {
    needed += Math.min(...counts.map(({ picks, most }) => (picks.length > most ? most + 1 : Infinity)));
    for (const pick of new Set(counts.flatMap((count) => [...count.picks])))
      countedBy.set(pick, (countedBy.get(pick) ?? 0) + 1);
  }
  const each = [...countedBy.values()].reduce((most, times) => Math.max(most, times), 0);
  return limited.length > 0 && needed > seats * each;
}

/** Lineups that fall short of all lower limits have too few picks, where every pick is counted by an alternative. */
function canNotFallShortOfAll(alternatives: readonly Clause[], seats: number, picks: number): boolean {
  const single = alternatives.flatMap(({ counts }) =>
    counts.length === 1 && counts[0]!.most >= seats ? counts : [],
  );
  const covered = new Set(single.flatMap((count) => [...count.picks]));
  const most = single.reduce((sum, { least }) => sum + Math.max(0, least - 1), 0);
  return covered.size === picks && most < seats;
}
