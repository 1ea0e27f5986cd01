import { Issues } from "../../contests/problem/issues.ts";
import { readPool } from "../../contests/problem/pool.ts";
import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { MOST_POINTS } from "../../contests/problem/projections.ts";
import { positionNamed, slotNamed } from "../../engine/roster.ts";

/**
 * Describes each contradiction between a certificate's problem and the request inside it, a sentence each:
 * the pool with salaries and positions, included and excluded players, minimums, and the cap.
 */
export function contradictions(problem: Problem): string[] {
  const outside = beyond(problem);
  return outside.length > 0 ? outside : [...names(problem), ...pool(problem), ...fields(problem)];
}

/** Describes each index of a player or a slot that does not exist, a sentence each. */
function beyond({ entries, contest, locks, excluded, slotBans }: Problem): string[] {
  const seats = [...locks, ...slotBans, ...excluded.map((entry) => ({ entry, slot: null }))];
  return seats.flatMap(({ entry, slot }) => [
    ...(entries[entry] === undefined
      ? [`The problem mentions player ${entry}, but has only ${entries.length} players.`]
      : []),
    ...(slot !== null && contest.slots[slot] === undefined
      ? [`The problem mentions slot ${slot}, but has only ${contest.slots.length} slots.`]
      : []),
  ]);
}

function names({ sport, contest, request }: Problem): string[] {
  return [
    ["sport", sport, contest.sport],
    ["book", request.book, contest.book],
    ["contest", request.contest, contest.contest],
  ].flatMap(([what, said, own]) =>
    said === own ? [] : [`The problem's ${what} is ${said}, and ${own} in its rules.`],
  );
}

/** A player's salary, and the salary as captain if that is given. */
function costs({ salary, captainSalary }: Pick<Entry, "salary" | "captainSalary">): string {
  return captainSalary === null ? `${salary}` : `${salary} (${captainSalary} as captain)`;
}

function pool({ contest, entries, request, origin, ...leftOut }: Problem): string[] {
  const { withoutProjection, withoutSlot, unavailable } = leftOut;
  const found: string[] = [];
  const issues = new Issues();
  const asked = readPool(request, contest, issues);
  issues.throwIfAny();
  const known = new Set([...withoutProjection, ...withoutSlot, ...unavailable]);
  const games = new Set(request.games);
  for (const { uuid, kind, positions, plays, salary, captainSalary, event, points } of entries) {
    const own = asked.get(uuid);
    // In a book's file, seats need not follow from positions.
    const wrong = [positions, plays].find(
      (said) => origin === "request" && said.join() !== own?.positions.join(),
    );
    if (known.has(uuid)) found.push(`${uuid} is repeated among the problem's players, or is also left out.`);
    known.add(uuid);
    if (own?.kind !== kind) found.push(`${uuid} is not in the request's pool.`);
    else if (own.salary !== salary || own.captainSalary !== captainSalary)
      found.push(`${uuid} costs ${costs({ salary, captainSalary })}, but ${costs(own)} in the request.`);
    else if (wrong !== undefined)
      found.push(
        `${uuid} plays ${wrong.join("/") || "nothing"}, but ${own.positions.join("/")} in the request.`,
      );
    if (Math.abs(points) > MOST_POINTS)
      found.push(`${uuid} has ${points} points, which is beyond ${MOST_POINTS}.`);
    if (!games.has(event)) found.push(`${uuid} plays in ${event}, which the request does not list.`);
  }
  for (const uuid of withoutSlot)
    if (origin === "request" && asked.get(uuid)?.unseated === false)
      found.push(`${uuid} is left out because it has no slot, but it has one.`);
  for (const uuid of asked.keys())
    if (!known.has(uuid)) found.push(`${uuid} of the request's pool is missing from the problem's players.`);
  return found;
}

function fields({ contest, cap, entries, request, locks, excluded, minimums }: Problem): string[] {
  const { include, exclude, positions } = request;
  const uuidOf = (entry: number) => entries[entry]!.uuid;
  const slotOf = (spelling: string) => {
    const own = slotNamed(contest, spelling);
    return own === -1 ? slotNamed(contest, positionNamed(contest, spelling)?.name ?? "") : own;
  };
  const seated = (uuid: string, spelling?: string) =>
    `${uuid} ${spelling === undefined ? "anywhere" : `in slot ${slotOf(spelling)}`}`;
  const present = new Set(entries.map(({ uuid }) => uuid));
  const asked = Object.entries(positions).flatMap(([spelling, minimum]) => {
    const position = positionNamed(contest, spelling)?.name;
    return position === undefined || minimum === 0 ? [] : [`${minimum} ${position}`];
  });
  return [
    ...unlike("includes", {
      said: locks.map(
        ({ entry, slot }) => `${uuidOf(entry)} ${slot === null ? "anywhere" : `in slot ${slot}`}`,
      ),
      asked: [
        ...include.players.map(({ player, position }) => seated(player, position)),
        ...include.teams.map(({ team, position }) => seated(team, position)),
      ],
    }),
    ...unlike("excludes", {
      said: excluded.map(uuidOf),
      asked: [...exclude.players, ...exclude.teams].filter((uuid) => present.has(uuid)),
    }),
    ...unlike("asks for at least", {
      said: minimums.map(({ position, minimum }) => `${minimum} ${position}`),
      asked,
    }),
    ...unlike("has a cap of", { said: capOf(cap), asked: capOf(request.cap ?? contest.salaryCap?.default) }),
  ];
}

function capOf(cap: number | null | undefined): string[] {
  return cap == null ? [] : [`${cap}`];
}

function unlike(
  what: string,
  { said, asked }: { readonly said: readonly string[]; readonly asked: readonly string[] },
): string[] {
  return [
    ...said
      .filter((one) => !asked.includes(one))
      .map((one) => `The problem ${what} ${one}; its request does not.`),
    ...asked
      .filter((one) => !said.includes(one))
      .map((one) => `The request ${what} ${one}; its problem does not.`),
  ];
}
