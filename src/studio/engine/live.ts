import {
  InfeasibleError,
  type OpenSlate,
  type Optimizer,
  type PackedLineups,
  type PortfolioReport,
  type PortfolioResult,
  type SlateInputs,
} from "dfs-lineups/browser";
import { contradictionAt } from "./failure.ts";
import type { Cost, Costs, Edit, Lineups, Method, Running, Searching, Share, Solved } from "./messages.ts";
import { inputsOf, lineupsOf, type Session, seated } from "./session.ts";

/** Opened again when a player without points gets some, and when ownership changes. */
export interface Open {
  readonly session: Session;
  readonly key: string;
  readonly inputs: SlateInputs;
  readonly slate: OpenSlate;
  readonly players: Int32Array<ArrayBuffer>;
  readonly placeOf: ReadonlyMap<number, number>;
}

const opened = new WeakMap<Optimizer, Open>();

export async function openSlate(optimizer: Optimizer, session: Session, edit: Edit): Promise<Open> {
  const added = edit.points.filter(([player]) => session.facts.players[player]!.points === null);
  const { ownership } = edit;
  const key = JSON.stringify([added.map(([player]) => player), ownership]);
  const before = opened.get(optimizer);
  if (before?.session === session && before.key === key) return before;
  const inputs = inputsOf(session, { points: added, ownership, cap: null });
  const slate = await optimizer.openSlate(inputs);
  const players = Int32Array.from(slate.entries, ({ uuid }) => session.placeOf.get(uuid)!);
  const placeOf = new Map(Array.from(players, (player, place) => [player, place]));
  const open = { session, key, inputs, slate, players, placeOf };
  opened.set(optimizer, open);
  return open;
}

/** Without locks and exclusions: `best` adds them, and a description has its own. */
function editOf({ slate, placeOf }: Open, { count, cap, points: own }: Edit) {
  const points = Float64Array.from(slate.entries, (entry) => entry.points);
  for (const [player, value] of own) points[placeOf.get(player)!] = value;
  return { count, points, ...(cap !== null && { cap }) };
}

/** @throws InfeasibleError, AbortedError and the optimizer's other errors */
export async function solve(
  optimizer: Optimizer,
  session: Session,
  { edit: asked, method }: { readonly edit: Edit; readonly method: Method },
  running: Running<Searching>,
): Promise<Solved> {
  const begun = performance.now();
  const edit = { ...asked, count: await lineupsOf(session, asked) };
  const open = await openSlate(optimizer, session, edit);
  try {
    const answer =
      method === "exact" || edit.portfolio === null
        ? await best(open, edit, running.signal)
        : await portfolio(open, edit, method, running);
    return { ...answer, milliseconds: performance.now() - begun };
  } catch (error) {
    throw error instanceof InfeasibleError ? await withExclusions(error, open, edit, running.signal) : error;
  }
}

/**
 * Returns the error to show. If lineups exist without the exclusions of players, it has "excluded players" as
 * another conflict. Excluded players are not in the pool, so the conflicts usually do not name them.
 */
async function withExclusions(
  error: InfeasibleError,
  open: Open,
  edit: Edit,
  signal: AbortSignal,
): Promise<InfeasibleError> {
  const { exclude, lock, salary, rules = [] } = edit.portfolio ?? {};
  const isNamed = error.conflicts.some(({ kind }) => kind === "excluded");
  if (isNamed || (edit.bans.length === 0 && exclude === undefined)) return error;
  const ofEach = rules.filter(({ share, least, most }) => (share ?? least ?? most) === undefined);
  const single = { lineups: 1, method: "sequential", lock, salary, rules: ofEach } as const;
  const all = { ...edit, count: 1, bans: [], portfolio: edit.portfolio && single };
  try {
    await (all.portfolio === null
      ? best(open, all, signal)
      : portfolio(open, all, "sequential", { signal, progress: () => {}, isKept: () => false }));
  } catch (failed) {
    if (failed instanceof InfeasibleError) return error;
    throw failed;
  }
  const excluded = { kind: "excluded", constraint: "exclude", detail: "excluded players" } as const;
  const none = { pointer: null, entry: null, slot: null, limit: null, cost: null, leastCost: null };
  return new InfeasibleError(error.message, [{ ...excluded, ...none }, ...error.conflicts]);
}

type Answer = Omit<Solved, "milliseconds">;

function onPage({ players }: Open, { entries, points, salaries }: PackedLineups): Lineups {
  return {
    entries: Int32Array.from(entries, (entry) => players[entry]!),
    points: Float64Array.from(points),
    salaries: Float64Array.from(salaries),
  };
}

async function best(open: Open, edit: Edit, signal: AbortSignal): Promise<Answer> {
  const { slate, placeOf, session } = open;
  const places = (list: readonly number[]) => list.flatMap((player) => placeOf.get(player) ?? []);
  const locks = places(edit.locks).map((entry) => ({ entry }));
  const found = await slate.best({ ...editOf(open, edit), locks, bans: places(edit.bans) }, { signal });
  const { points } = found;
  const last = points.at(-1) ?? 0;
  return {
    ...onPage(open, found),
    method: "exact",
    sum: points.reduce((all, one) => all + one, 0),
    // A lineup that replaces one of these has at most the points of the last.
    margins: Float64Array.from(points, (own) => own - last),
    gains: new Float64Array(session.facts.players.length).fill(Number.NaN),
    ...{ gap: 0, shares: [], warnings: [], endedBy: null },
    ...(points.length < edit.count
      ? {
          shortfall: `There are ${points.length} lineups in all: no others keep the rules.`,
          contradicts: [contradictionAt("/portfolio/lineups")],
        }
      : { shortfall: null, contradicts: [] }),
  };
}

async function portfolio(
  open: Open,
  edit: Edit,
  method: "sequential" | "joint",
  { signal, progress, isKept }: Running<Searching>,
): Promise<Answer> {
  const { slate, players, session } = open;
  let isSent = false;
  const onProgress = ({ lineups, gap }: PortfolioReport, found: () => PackedLineups) => {
    const isFirst = !isSent && lineups === edit.count;
    isSent ||= isFirst;
    progress({ lineups, gap, first: isFirst ? onPage(open, found()) : null });
  };
  // Only a description for the joint method can have minimum exposures, which a preview may break.
  const preview = method === "sequential" && edit.portfolio!.method !== "sequential";
  const found = await slate.portfolio(
    {
      ...editOf(open, edit),
      portfolio: edit.portfolio!,
      kept: edit.kept?.map((one) => seated(session, one)),
    },
    { preview, signal, onShortfall: "keep", onInterrupt: "keep", onProgress },
  );
  if (signal.aborted && !isKept()) signal.throwIfAborted();
  const { result } = found;
  const gains = new Float64Array(session.facts.players.length).fill(Number.NaN);
  for (const [place, gain] of found.gains?.entries() ?? []) gains[players[place]!] = gain;
  return {
    ...onPage(open, found),
    ...{ method, sum: result.sum, gap: result.gap, gains, warnings: result.warnings },
    margins: Float64Array.from(found.margins),
    shares: result.shares.map(
      ({ pointer, what, uuid, lineups, least, most, boundBy, price }): Share => ({
        ...{ pointer, what, lineups, least, most, boundBy, price },
        player: uuid === undefined ? null : (session.placeOf.get(uuid) ?? null),
      }),
    ),
    shortfall: result.shortfall?.reason ?? null,
    contradicts: (result.shortfall?.contradicts ?? []).map((pointer) => contradictionAt(pointer)),
    endedBy: result.endedBy ?? null,
  };
}

type RuleCost = NonNullable<PortfolioResult["costs"]>[number];

export async function costs(
  optimizer: Optimizer,
  session: Session,
  { edit: asked }: { readonly edit: Edit },
  { signal, progress }: Running<Costs>,
): Promise<Costs> {
  const edit = { ...asked, count: await lineupsOf(session, asked) };
  const open = await openSlate(optimizer, session, edit);
  const costOf =
    (mean: number) =>
    ({ pointer, meanWithout, error }: RuleCost): Cost => ({
      pointer,
      perLineup: meanWithout === null ? null : meanWithout - mean,
      error: Math.max(0.01, error ?? 0),
    });
  const { result } = await open.slate.portfolio(
    {
      ...editOf(open, edit),
      portfolio: edit.portfolio!,
      kept: edit.kept?.map((one) => seated(session, one)),
    },
    {
      ...{ signal, costs: true, onShortfall: "keep", onInterrupt: "keep" },
      onProgress: ({ costs: known, sum, asked }) =>
        known && progress({ of: known.of, found: known.found.map(costOf(sum! / asked)) }),
    },
  );
  const found = (result.costs ?? []).map(costOf(result.sum / result.lineups));
  return { of: found.length, found };
}
