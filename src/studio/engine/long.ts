import {
  type ContestResult,
  type Optimizer,
  type Payouts,
  type Portfolio,
  readDrawnPoints,
  readPastContest,
  readPayouts,
  readStandings,
  type SimulateRequest,
  type Simulation,
} from "dfs-lineups/browser";
import type { Edit, GivenFile, Goal, Running, Shares, Solved, Steps, Terms } from "./messages.ts";
import { hasOwnership, inputsOf, lineupsOf, ownershipOf, pointsOf, type Session, seated } from "./session.ts";

/** Points are drawn as the columns of the projections say, or taken from draws that were made elsewhere. */
function drawn(session: Session, edit: Edit): SimulateRequest {
  const { projections, slate, file } = session;
  const points = projections ?? undefined;
  const { notes: _, ...terms } = readDrawnPoints({ slate, points }, { file: projections?.file ?? file });
  return { ...inputsOf(session, edit), ...terms };
}

type GivenPayouts = Pick<GivenFile, "name" | "bytes"> & Pick<Terms, "fee">;

/** The contest's own payouts; `fee` is the entry's if the file does not say it. */
export function payouts({ name: file, bytes, fee }: GivenPayouts) {
  const feeWord = "the fee above";
  return readPayouts(bytes, { file, feeWord }).catch(() => readPayouts(bytes, { file, fee, feeWord }));
}

const payoutsOf = ({ fee, shape, table }: Terms): Payouts =>
  shape === "own" ? { fee, payouts: table ?? [] } : { fee, shape };

/** With estimates where the user set some players' ownership, or with `all`, and no file has the others'. */
async function ownershipIn(
  optimizer: Optimizer,
  session: Session,
  edit: Edit,
  { signal, all = false }: { readonly signal: AbortSignal; readonly all?: boolean },
) {
  const known = ownershipOf(session, edit);
  if (hasOwnership(session.facts) || (known.length === 0 && !all)) return known;
  const { people } = await optimizer.ownership(drawn(session, edit), { signal });
  const own = new Map(known.map(({ uuid, percent }) => [uuid, percent]));
  return people.map(({ uuid, percent }) => ({ uuid, percent: own.get(uuid) ?? percent }));
}

async function staged(
  optimizer: Optimizer,
  session: Session,
  { edit, terms }: { readonly edit: Edit; readonly terms: Terms },
  signal: AbortSignal,
) {
  const given = { ...drawn(session, edit), payouts: payoutsOf(terms) };
  const { standings, slate, contest } = session;
  if (terms.isReal && standings !== null) {
    const found = readStandings(standings.bytes, { file: standings.name, contest, slate });
    return { ...given, field: { lineups: found?.lineups ?? [] } };
  }
  const ownership = await ownershipIn(optimizer, session, edit, { signal });
  return { ...given, field: { size: terms.field, ...(ownership.length > 0 && { ownership }) } };
}

export async function ownership(
  optimizer: Optimizer,
  session: Session,
  { edit }: { readonly edit: Edit },
  { signal }: Running<never>,
): Promise<Shares> {
  const { people } = await optimizer.ownership(drawn(session, edit), { signal });
  return sharesOf(session, people);
}

function sharesOf(session: Session, people: readonly { uuid: string; percent: number }[]): Shares {
  return people.flatMap(({ uuid, percent }) => {
    const player = session.placeOf.get(uuid);
    return player === undefined ? [] : [[player, percent] as const];
  });
}

/** The largest fraction of the time to spend on showing results of the draws so far. */
const INTERIM_PART = 0.2;

/** Reports results at the first call, and then after pauses that keep this within `INTERIM_PART`. */
function reporting<Found, Shown>(show: (found: Found) => Shown, progress: (shown: Shown) => void) {
  let next = 0;
  return (_done: number, soFar: () => Found) => {
    const begun = performance.now();
    if (begun < next) return;
    progress(show(soFar()));
    const now = performance.now();
    next = now + (now - begun) / INTERIM_PART;
  };
}

export async function simulate(
  optimizer: Optimizer,
  session: Session,
  { edit, draws }: { readonly edit: Edit; readonly draws: number },
  { signal, progress }: Running<Simulated>,
): Promise<Simulated> {
  const onDraws = reporting((found: Simulation) => simulatedOf(session, found), progress);
  return simulatedOf(session, await optimizer.simulate(drawn(session, edit), { draws, signal, onDraws }));
}

export type Simulated = ReturnType<typeof simulatedOf>;

/** The fraction of draws whose best lineup has a player, and the most frequent sizes of stacks. */
function simulatedOf(session: Session, { draws, players, stacks }: Simulation) {
  const found = players.flatMap(({ uuid, share, error }) => {
    const player = session.placeOf.get(uuid);
    return player === undefined ? [] : [{ player, share, error }];
  });
  return { draws, players: found, stacks: stacks.slice(0, 6) };
}

export async function contest(
  optimizer: Optimizer,
  session: Session,
  { edit, entries, terms }: { readonly edit: Edit; readonly entries: Int32Array; readonly terms: Terms },
  { signal, progress }: Running<Played>,
): Promise<Played> {
  const width = session.facts.seats.length;
  const lineups = Array.from({ length: entries.length / width }, (_, lineup) =>
    seated(session, [...entries.subarray(lineup * width, (lineup + 1) * width)]),
  );
  const result = await optimizer.contest(
    { ...(await staged(optimizer, session, { edit, terms }, signal)), entries: lineups },
    { draws: terms.draws, signal, onDraws: reporting((found) => playedOf(session, found), progress) },
  );
  return playedOf(session, result);
}

export type Played = ReturnType<typeof playedOf>;

/** What entries can expect to win in a simulated contest, and the ownership of the drawn field. */
function playedOf(session: Session, { all, field, entries, ...result }: ContestResult) {
  const { draws, doubt, withProjectionError, prizes, places } = result;
  const people = (field.fit?.people ?? []).map(({ uuid, drawn: percent }) => ({ uuid, percent }));
  return {
    ...{ ...all, draws, doubt, withProjectionError, prizes, places },
    ...{ distinct: field.distinct, source: field.source },
    entries: entries.map(({ mean, cash, win, duplicates }, lineup) => ({
      ...{ lineup, mean, cash, win },
      duplicates: duplicates.expected ?? duplicates.drawn,
    })),
    ownership: sharesOf(session, people),
  };
}

interface Choosing {
  readonly edit: Edit;
  /** The whole description, with its locks and exclusions; null without rules. */
  readonly portfolio: Portfolio | null;
  readonly terms: Terms;
  readonly goal: Goal;
}

export type Chosen = Awaited<ReturnType<typeof choose>>;

/** `worth` and `pointsWorth` are estimates of the goal over draws that were not used to choose. */
export async function choose(
  optimizer: Optimizer,
  session: Session,
  { edit, portfolio, terms, goal }: Choosing,
  { signal, progress }: Running<Steps>,
) {
  const begun = performance.now();
  const count = await lineupsOf(session, edit);
  const request = {
    ...(await staged(optimizer, session, { edit, terms }, signal)),
    ...(portfolio !== null && { portfolio }),
  };
  const { document, choice, contest, warnings } = await optimizer.chooseEntries(
    { ...request, choice: { count, goal } },
    { draws: terms.draws, signal, onProgress: (done, of) => progress({ done, of }) },
  );
  const { seats, players } = session.facts;
  const lineups = document.data.map(({ attributes }) => attributes);
  const entries = lineups.flatMap(({ byPositions }) => {
    const left = new Map(Object.entries(byPositions).map(([slot, taken]) => [slot, [...taken]]));
    return seats.map((slot) => session.placeOf.get(left.get(slot)!.shift()!.uuid)!);
  });
  const unknown = (length: number) => new Float64Array(length).fill(Number.NaN);
  const chosen: Solved = {
    method: "chosen",
    entries: Int32Array.from(entries),
    points: Float64Array.from(lineups, ({ points }) => points),
    salaries: Float64Array.from(lineups, ({ salaryTotal }) => salaryTotal ?? 0),
    sum: lineups.reduce((sum, { points }) => sum + points, 0),
    gains: unknown(players.length),
    margins: unknown(lineups.length),
    ...{ gap: null, shares: [], shortfall: null, contradicts: [], warnings, endedBy: null },
    milliseconds: performance.now() - begun,
  };
  const { heldOut, candidates } = choice;
  // Null without lineups with the most points under the same rules.
  const { worth, portfolioWorth: pointsWorth } = heldOut;
  return { lineups: chosen, played: playedOf(session, contest), goal, candidates, worth, pointsWorth };
}

interface Past {
  readonly edit: Edit;
  readonly portfolio: Portfolio | null;
  readonly terms: Terms;
  /** The user's name in the standings. */
  readonly user: string;
}

/** What the contest of the standings paid, and would have paid to lineups by other strategies. */
export async function after(
  optimizer: Optimizer,
  session: Session,
  { edit, portfolio, terms, user }: Past,
  { signal }: Running<never>,
) {
  const { slate, contest } = session;
  const { name: file, bytes } = session.standings!;
  const { morningAfter } = await import("dfs-lineups/report");
  const past = {
    ...{ ...drawn(session, edit), id: "the contest", payouts: payoutsOf(terms) },
    past: readPastContest(bytes, { file, slate, catalog: optimizer.catalog }),
    users: user === "" ? [] : [user],
    ownership: await ownershipIn(optimizer, session, edit, { signal, all: true }),
  };
  const given = {
    ...{ contest, portfolio, draws: terms.draws, count: edit.count, points: pointsOf(session, edit) },
    names: new Map(slate.entries.map(({ uuid, name }) => [uuid, name])),
  };
  return morningAfter(optimizer, past, given, { signal });
}
