import type { ContestTable } from "../../catalog/contest-table.ts";
import type { PoolEntry } from "./pool.ts";
import { costOf, oneOf, personOf, type Random, type Stage } from "./stage.ts";

/** Changes a stage to what is wanted; null where this one cannot be. */
type Tweak = (stage: Stage, contest: ContestTable, random: Random) => Stage | null;

const SPARE = 4;

/** People beside the lineup, and fields of a request that it keeps. */
const feasible: Tweak = (stage, contest, random) => {
  const positions = contest.positions.map(({ name }) => name);
  const spare: PoolEntry[] = [];
  for (let more = 0; more < SPARE; more += 1) {
    const index = stage.people.length + more;
    const person = personOf(contest, { position: oneOf(positions, random), index, teams: 6 }, random);
    if (![...stage.people, ...spare].some(({ uuid }) => uuid === person.uuid)) spare.push(person);
  }
  const { person, slot } = oneOf(stage.lineup, random);
  const position = oneOf(stage.people, random).positions[0]!;
  const holders = stage.people.filter((one) => one.positions.includes(position)).length;
  const sometimes = <Fields>(fields: Fields) => (random() < 0.4 ? fields : {});
  return {
    people: [...stage.people, ...spare],
    lineup: stage.lineup,
    body: {
      cap: costOf(contest, stage.lineup) + 100 * Math.floor(10 * random()),
      ...sometimes({ include: named([person], random() < 0.5 ? contest.slots[slot]?.name : undefined) }),
      ...sometimes(spare.length === 0 ? {} : { exclude: excluded([oneOf(spare, random)]) }),
      ...sometimes({ positions: { [position]: holders } }),
      ...(contest.stack !== null && sometimes({ stack: true })),
    },
  };
};

/** One more than the lineup has must hold a position: somebody else does, whom no lineup can pay. */
const positionMinimums: Tweak = (stage, contest, random) => {
  const { slots, positions } = contest;
  const open = positions.filter(({ name, entry }) => {
    const seats = slots.reduce((sum, { accepts, count }) => sum + (accepts.includes(name) ? count : 0), 0);
    return entry === "player" && stage.people.filter((one) => one.positions.includes(name)).length < seats;
  });
  if (open.length === 0) return null;
  const { name } = oneOf(open, random);
  const cap = costOf(contest, stage.lineup);
  const index = stage.people.length;
  const dear = { ...personOf(contest, { position: name, index, teams: 2 }, random), salary: cap + 2 };
  const holders = stage.people.filter((one) => one.positions.includes(name)).length;
  return { ...stage, people: [...stage.people, dear], body: { cap, positions: { [name]: holders + 1 } } };
};

/** Everybody of the lineup is included, and somebody who has no seat any more. */
const locks: Tweak = (stage, contest, random) => {
  const { person } = oneOf(stage.lineup, random);
  if (person.isTeam) return null;
  const index = stage.people.length;
  const twin = {
    ...personOf(contest, { position: person.positions[0]!, index, teams: 1 }, random),
    team: person.team,
  };
  const salary = Math.min(person.salary, twin.salary);
  const people = [...stage.people, { ...twin, salary }];
  return { ...stage, people, body: { ...stage.body, include: named(people) } };
};

/** The cheapest way to seat the people costs more than the cap. */
const salaryCap: Tweak = (stage, contest) => {
  const cost = costOf(contest, cheapest(contest, stage.lineup));
  return { ...stage, lineup: cheapest(contest, stage.lineup), body: { cap: cost - 1 } };
};

/** People change seats for as long as two of them make the lineup cheaper, as another captain does. */
function cheapest(contest: ContestTable, lineup: Stage["lineup"]): Stage["lineup"] {
  const sits = ({ positions }: PoolEntry, slot: number) =>
    positions.some((position) => contest.slots[slot]?.accepts.includes(position));
  for (const [at, one] of lineup.entries())
    for (const [to, other] of lineup.entries()) {
      if (!sits(one.person, other.slot) || !sits(other.person, one.slot)) continue;
      const changed = lineup
        .with(at, { ...one, person: other.person })
        .with(to, { ...other, person: one.person });
      if (costOf(contest, changed) < costOf(contest, lineup)) return cheapest(contest, changed);
    }
  return lineup;
}

/** A lineup without its last seat, whose taker is not in the pool. */
const rosterSlots: Tweak = (stage) => ({
  ...stage,
  people: stage.people.slice(0, -1),
  lineup: stage.lineup.slice(0, -1),
});

/** Somebody sits in a second seat too, whose taker is not in the pool; the captain's price is paid by the first. */
const playerOnce: Tweak = (stage, contest) => {
  for (const one of stage.lineup)
    for (const other of stage.lineup) {
      const accepts = contest.slots[other.slot]!.accepts;
      if (one === other || !one.person.positions.some((position) => accepts.includes(position))) continue;
      const lineup = stage.lineup.map((seat) => (seat === other ? { ...other, person: one.person } : seat));
      const people = stage.people.filter((person) => person !== other.person);
      return { people, lineup, body: { cap: costOf(contest, lineup) } };
    }
  return null;
};

/** What is done to a stage so that its lineup keeps everything, or may break one constraint; others break by who is drawn. */
export const TWEAKS: {
  readonly feasible: Tweak;
  readonly breaking: Readonly<Record<string, Tweak>>;
} = {
  feasible,
  breaking: {
    "salary-cap": salaryCap,
    exclusions: (stage, _contest, random) => ({
      ...stage,
      body: { ...stage.body, exclude: excluded([oneOf(stage.people, random)]) },
    }),
    stack: (stage, contest) =>
      contest.stack === null ? null : { ...stage, body: { ...stage.body, stack: true } },
    "position-minimums": positionMinimums,
    locks,
    "roster-slots": rosterSlots,
    "player-once": playerOnce,
  },
};

/** `include` of a request, each in the slot where one is given. */
function named(people: readonly PoolEntry[], slot?: string) {
  const position = slot === undefined ? {} : { position: slot };
  return {
    players: people.filter(({ isTeam }) => !isTeam).map(({ uuid }) => ({ player: uuid, ...position })),
    teams: people.filter(({ isTeam }) => isTeam).map(({ uuid }) => ({ team: uuid, ...position })),
  };
}

/** `exclude` of a request. */
function excluded(people: readonly PoolEntry[]) {
  return {
    players: people.filter(({ isTeam }) => !isTeam).map(({ uuid }) => uuid),
    teams: people.filter(({ isTeam }) => isTeam).map(({ uuid }) => uuid),
  };
}
