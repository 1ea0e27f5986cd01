/** Lineups after an edit: the best ones, or those of a portfolio, packed. */
import type { FantasyLineupDocument, OpenSlate, Optimizer, PortfolioReport } from "dfs-lineups/browser";
import type { Edit, Method, Searching, Share, Solved } from "./messages.ts";
import { inputsOf, lineupsOf, type Session } from "./session.ts";

/** The slate as it was opened last; points of players who had none open it again. */
interface Open {
  readonly session: Session;
  readonly key: string;
  readonly slate: OpenSlate;
  /** By place in the open slate, the player's place on the page. */
  readonly players: Int32Array<ArrayBuffer>;
}

let open: Open | undefined;

async function openSlate(optimizer: Optimizer, session: Session, edit: Edit): Promise<Open> {
  const { players } = session.facts;
  const added = edit.points.filter(([player]) => players[player]!.points === null);
  const key = added.map(([player]) => player).join();
  if (open?.session === session && open.key === key) return open;
  const slate = await optimizer.openSlate(inputsOf(session, { points: added, ownership: [], cap: null }));
  open = {
    ...{ session, key, slate },
    players: Int32Array.from(slate.entries, ({ uuid }) => session.placeOf.get(uuid)!),
  };
  return open;
}

/** Finds the lineups of an edit. @throws InfeasibleError, AbortedError and the optimizer's other errors */
export async function solve(
  optimizer: Optimizer,
  session: Session,
  { edit: asked, method }: { readonly edit: Edit; readonly method: Method },
  {
    signal,
    progress,
    isKept,
  }: {
    readonly signal: AbortSignal;
    readonly progress: (state: Searching) => void;
    readonly isKept: () => boolean;
  },
): Promise<Solved> {
  const begun = performance.now();
  const edit = { ...asked, count: await lineupsOf(session, asked) };
  const answer =
    method === "exact" || edit.portfolio === null
      ? await best(optimizer, session, edit, signal)
      : await portfolio(optimizer, session, edit, { method, signal, progress, isKept });
  return { ...answer, milliseconds: performance.now() - begun };
}

type Answer = Omit<Solved, "milliseconds">;

async function best(
  optimizer: Optimizer,
  session: Session,
  edit: Edit,
  signal: AbortSignal,
): Promise<Answer> {
  const { slate, players } = await openSlate(optimizer, session, edit);
  const at = new Map(Array.from(players, (player, index) => [player, index]));
  const indices = (list: readonly number[]) => list.flatMap((player) => at.get(player) ?? []);
  const points = Float64Array.from(slate.entries, (entry) => entry.points);
  for (const [player, value] of edit.points) points[at.get(player)!] = value;
  const found = await slate.best(
    {
      count: edit.count,
      points,
      locks: indices(edit.locks).map((entry) => ({ entry })),
      bans: indices(edit.bans),
      ...(edit.cap !== null && { cap: edit.cap }),
    },
    { signal },
  );
  const sum = found.points.reduce((all, one) => all + one, 0);
  return {
    method: "exact",
    entries: Int32Array.from(found.entries, (entry) => players[entry]!),
    points: Float64Array.from(found.points),
    salaries: Float64Array.from(found.salaries),
    ...{ sum, gap: 0, shares: [], warnings: [], endedBy: null },
    shortfall:
      found.points.length < edit.count
        ? `There are ${found.points.length} lineups in all: no others keep the rules.`
        : null,
  };
}

async function portfolio(
  optimizer: Optimizer,
  session: Session,
  edit: Edit,
  {
    method,
    signal,
    progress,
    isKept,
  }: {
    readonly method: Method;
    readonly signal: AbortSignal;
    readonly progress: (state: Searching) => void;
    readonly isKept: () => boolean;
  },
): Promise<Answer> {
  const inner = new AbortController();
  const stopped = () => inner.abort();
  signal.addEventListener("abort", stopped);
  const onProgress = ({ lineups, gap }: PortfolioReport) => progress({ lineups, gap });
  const described = { ...edit.portfolio, method: method === "sequential" ? "sequential" : "joint" } as const;
  try {
    const document = await optimizer.portfolio(
      { ...inputsOf(session, edit), portfolio: described, count: edit.count },
      { signal: inner.signal, onShortfall: "keep", onInterrupt: "keep", onProgress },
    );
    if (signal.aborted && !isKept()) signal.throwIfAborted();
    return packed(session, document, method);
  } finally {
    signal.removeEventListener("abort", stopped);
  }
}

/** A document's lineups, packed. */
function packed(session: Session, { data, meta }: FantasyLineupDocument, method: Method): Answer {
  const { seats } = session.facts;
  const entries = new Int32Array(data.length * seats.length);
  for (const [lineup, { attributes }] of data.entries())
    for (const [seat, { uuid }] of Object.values(attributes.byPositions).flat().entries())
      entries[lineup * seats.length + seat] = session.placeOf.get(uuid)!;
  const result = meta!.portfolio!;
  return {
    method,
    entries,
    points: Float64Array.from(data, ({ attributes }) => attributes.points),
    salaries: Float64Array.from(data, ({ attributes }) => attributes.salaryTotal),
    sum: result.sum,
    gap: result.gap,
    shares: result.shares.map(
      ({ pointer, what, uuid, lineups, least, most, boundBy, price }): Share => ({
        ...{ pointer, what, lineups, least, most, boundBy, price },
        player: uuid === undefined ? null : (session.placeOf.get(uuid) ?? null),
      }),
    ),
    shortfall: result.shortfall?.reason ?? null,
    warnings: result.warnings,
    endedBy: result.endedBy ?? null,
  };
}
