import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { AutomatonCache } from "../../paths/automaton.ts";
import { classify } from "../../paths/classes.ts";
import { type Instance, withRolesTwice } from "../../paths/instance.ts";
import { buildTrellis, type CandidateAutomaton, layOut, Scratch, type Trellis } from "../../paths/trellis.ts";

/**
 * Players that opponents combine more often than by chance: one hub, such as a quarterback, and members of
 * its group.
 */
export interface FieldStack {
  readonly groups: Int32Array;
  readonly hubs: Uint8Array;
  readonly members: Uint8Array;
  /** A lineup with a hub is more likely by this factor for each member of the hub's group in it. */
  readonly factor: number;
}

export interface LineupLayout {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly factor: Float64Array;
}

/** Builds the trellis of the lineups of these candidates. @throws UnsupportedModelError */
export function layoutOf(
  instance: Instance,
  candidates: readonly number[],
  stack: FieldStack | null,
): LineupLayout {
  if (stack !== null && candidates.some((candidate) => stack.hubs[instance.entry[candidate]!] === 1))
    return stackedLayout(instance, candidates, stack);
  const classified = classify(instance);
  const automaton = new AutomatonCache().get(classified);
  if (automaton === null) throw tooLarge();
  const plan = { instance, automaton, classOf: classified.classOf, candidates };
  const trellis = layOut(plan, new Scratch(), "field");
  return { instance, trellis, factor: new Float64Array(instance.noPick + 1).fill(1) };
}

/** A path has no hub yet, one of the group being read, or one of an earlier group; and their number. */
const [NO_HUB, OPEN, CLOSED, STAGES] = [0, 1, 2, 3] as const;

/**
 * Builds a trellis of candidates group by group, hubs first, whose states show whether the lineup has a hub
 * of the group. Each role exists twice: a member of the hub's group is picked in the second copy.
 */
function stackedLayout(plain: Instance, candidates: readonly number[], stack: FieldStack): LineupLayout {
  const { classOf, key, shape } = classify(plain);
  const seating = new AutomatonCache().seating({ classOf, key, shape });
  if (seating === null) throw tooLarge();
  const { take, open, states, start } = seating;
  const { roles } = plain;
  const { ordered, groupEnds } = byGroup(plain, candidates, classOf, stack);
  const instance = withRolesTwice(plain);
  let [own, isHub, isMember, isEnd, isLast] = [0, false, false, false, false];
  const after = (seats: number, stage: number) => {
    if (seats === -1 || (isLast && open[seats] !== 0)) return -1;
    return seats * STAGES + (isEnd && stage === OPEN ? CLOSED : stage);
  };
  const reading: CandidateAutomaton = {
    ...{ instance, ordered, size: states * STAGES, start: start === -1 ? -1 : NO_HUB },
    turnTo(at) {
      const entry = plain.entry[ordered[at]!]!;
      own = classOf[ordered[at]!]!;
      [isHub, isMember] = [stack.hubs[entry] === 1, stack.members[entry] === 1];
      [isEnd, isLast] = [groupEnds.has(at + 1), at + 1 === ordered.length];
    },
    leave: (state) => after(Math.floor(state / STAGES), state % STAGES),
    pick(state, role) {
      const stage = state % STAGES;
      const isStacked = stage === OPEN && isMember;
      if (isStacked !== role >= roles || (isHub && stage !== NO_HUB)) return -1;
      const seats = (state - stage) / STAGES;
      return after(
        take[(seats * shape.classes.length + own) * roles + (role % roles)]!,
        isHub ? OPEN : stage,
      );
    },
  };
  const trellis = buildTrellis(reading, true, new Scratch(), "field");
  if (trellis === null) throw tooLarge();
  const factor = Float64Array.from({ length: instance.noPick + 1 }, (_, option) =>
    option < instance.noPick && option % instance.roles >= roles ? stack.factor : 1,
  );
  return { instance, trellis, factor };
}

/** Orders candidates: hubs and members group by group, each up to a `groupEnds`, then all others. */
function byGroup(
  { entry }: Instance,
  candidates: readonly number[],
  classOf: Int32Array,
  { groups, hubs, members }: FieldStack,
) {
  const withHubs = new Set(candidates.filter((one) => hubs[entry[one]!]).map((one) => groups[entry[one]!]!));
  const isStacked = (one: number) =>
    hubs[entry[one]!] === 1 || (members[entry[one]!] === 1 && withHubs.has(groups[entry[one]!]!));
  const ordered: number[] = [];
  const groupEnds = new Set<number>();
  for (const group of withHubs) {
    const own = candidates.filter((one) => isStacked(one) && groups[entry[one]!] === group);
    ordered.push(...own.sort((a, b) => hubs[entry[b]!]! - hubs[entry[a]!]! || classOf[a]! - classOf[b]!));
    groupEnds.add(ordered.length);
  }
  const others = candidates.filter((one) => !isStacked(one));
  ordered.push(...others.sort((a, b) => classOf[a]! - classOf[b]!));
  return { ordered, groupEnds };
}

export const GIVE_FIELD = "Give the opponents' lineups instead, as with `--field-file`.";

function tooLarge(): UnsupportedModelError {
  return new UnsupportedModelError(
    "field",
    "it has too many possible rosters to draw opponents from",
    GIVE_FIELD,
  );
}
