import { bestLineups, tooLarge } from "./best-lineups.ts";
import { type Instance, restrictTo, withCounters } from "./instance.ts";
import type { Lineups } from "./lineups.ts";
import { ifLoaded, ordered } from "./ordered/load.ts";
import { Pairs } from "./pairs.ts";
import { type Roster, readRoster, TOO_LARGE, type Workshop } from "./roster.ts";
import { noLineups, REFUSED_TOO_OFTEN } from "./visit.ts";

/**
 * The `count` best lineups of an instance, best first. Where it has a pair rule ("a passer and a receiver of one
 * team"), lineups are checked for a pair as they come; when too many have none, the search is split by group.
 */
export function* bestOfAll(instance: Instance, count: number, workshop: Workshop): Generator<void, Lineups> {
  if (instance.tests.length > 0) return yield* ordered().bestInOrder(instance, count, workshop);
  const [rule] = instance.pairRules;
  const floor = Number.NEGATIVE_INFINITY;
  if (rule === undefined) return patient(yield* bestLineups(instance, { count, floor }, workshop));
  const pairs = new Pairs(rule, instance.model.entries);
  const alone = ifLoaded()?.pairAlone(rule, instance);
  if (alone) return patient(yield* bestLineups(withCounters(instance, [alone]), { count, floor }, workshop));
  const keep = (entries: Int32Array) => pairs.firstGroup(entries) !== -1;
  const { pairless, pairlessPerLineup } = workshop.limits;
  const allowance = { atFirst: pairless, perLineup: pairlessPerLineup };
  const together = yield* bestLineups(instance, { count, floor, keep, allowance }, workshop);
  return together === REFUSED_TOO_OFTEN ? yield* bestByGroup(instance, pairs, count, workshop) : together;
}

/**
 * One branch per group that can hold a pair, the most promising first. Each asks for a pair in its group. Where a
 * lineup can have pairs of several groups, only the branch of the first keeps it, so that the branches are disjoint.
 * A branch has to beat what earlier ones found, and candidates who cannot are left out of it.
 */
function* bestByGroup(
  instance: Instance,
  pairs: Pairs,
  count: number,
  workshop: Workshop,
): Generator<void, Lineups> {
  // Slacks add up to a pair's where nothing but seats is asked for.
  const roster = readRoster(instance, workshop, { seatsAlone: true });
  let best = noLineups(instance);
  if (roster === TOO_LARGE) throw tooLarge();
  if (roster === null) return best;
  const slack = slackByEntry(roster);
  const { bound } = roster.relaxation;
  const branches = pairs.groups().map((group) => ({ group, slack: pairs.slack(group, slack, instance) }));
  branches.sort((a, b) => a.slack - b.slack);
  const overlapping = pairs.mayOverlap(instance);
  for (const { group, slack: pairSlack } of branches) {
    const floor = best.pointsOf(count - 1) - instance.fixedPoints;
    const depth = bound - floor;
    if (pairSlack > depth) break;
    const base =
      best.length === count
        ? restrictTo(instance, pairs.hopeful(instance, slack, pairSlack, depth))
        : instance;
    const keep = (entries: Int32Array) => pairs.firstGroup(entries) === group;
    const isLarge = roster.size > workshop.limits.sieved;
    const wanted = overlapping ? { count, floor, keep, isLarge } : { count, floor, isLarge };
    const found = yield* bestLineups(withCounters(base, pairs.counters(group)), wanted, workshop);
    best = best.mergedWith(patient(found), count);
  }
  return best;
}

/** The slack of each of the model's entries; 0 for those every lineup has, Infinity for those none can have. */
function slackByEntry({ instance, relaxation }: Roster): Float64Array {
  const byEntry = new Float64Array(instance.model.entries).fill(Number.POSITIVE_INFINITY);
  for (const pick of instance.fixed) byEntry[instance.model.picks.entry[pick]!] = 0;
  for (let candidate = 0; candidate < instance.size; candidate += 1)
    byEntry[instance.entry[candidate]!] = relaxation.slack[candidate]!;
  return byEntry;
}

/** For searches that are allowed any number of refusals. */
function patient(outcome: Lineups | typeof REFUSED_TOO_OFTEN): Lineups {
  if (outcome === REFUSED_TOO_OFTEN) throw new Error("a search without an allowance exceeded it");
  return outcome;
}
