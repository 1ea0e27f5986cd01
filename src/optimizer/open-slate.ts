import { buildModel } from "../contests/constraints/readers/build-model.ts";
import { seatPoints } from "../contests/problem/pool.ts";
import type { Entry, Lock, Problem } from "../contests/problem/problem.ts";
import { namedLineup } from "../contests/problem/problem.ts";
import { MOST_POINTS } from "../contests/problem/projections.ts";
import { type Model, POINT_UNITS } from "../engine/model/model.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { FoundLineup, PricedLineup } from "../lineup/document/priced-lineup.ts";
import { type PackedLineups, packLineups } from "../lineup/document/seat-solutions.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import type { AskedPortfolio } from "../portfolio/description.ts";
import type { PortfolioReport, SolvedPortfolio } from "../portfolio/outcome.ts";
import type { Lines } from "../portfolio/places.ts";
import { InvalidRequestError, type RequestIssue } from "../shared/errors.ts";
import { slotsOfSeats, withPoints } from "../shared/roster.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";
import { MOST_MONEY } from "../shared/schema/request.ts";

export interface SlateEdit {
  readonly count?: number | undefined;
  /** Projected points, one per element of `OpenSlate.entries`; they replace the projections. */
  readonly points?: ArrayLike<number> | undefined;
  /** They replace the request's `include`. */
  readonly locks?: readonly SlateLock[] | undefined;
  /** They replace the request's `exclude`. */
  readonly bans?: readonly number[] | undefined;
  /** The salary cap; it replaces the request's. */
  readonly cap?: number | undefined;
}

/** A player who must be in every lineup; `slot` indexes the contest's slots, null or absent for any. */
export interface SlateLock {
  readonly entry: number;
  readonly slot?: number | null | undefined;
}

export interface SlateOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; replaces the optimizer's own limit. */
  readonly timeLimit?: number | undefined;
}

export interface SlatePortfolioEdit extends SlateEdit, Pick<AskedPortfolio, "avoided" | "kept"> {
  readonly portfolio: Portfolio;
  /** The line of each field in the description's file, by JSON pointer. */
  readonly portfolioLines?: Lines | undefined;
}

export interface SlatePortfolioOptions
  extends SlateOptions,
    Pick<AskedPortfolio, "gap" | "onShortfall" | "onInterrupt" | "costs"> {
  /**
   * Whether a joint search also begins with the lineups of this slate's last portfolio: faster after small
   * changes, but the answer may differ within the gap. False by default.
   */
  readonly warm?: boolean | undefined;
  /**
   * Whether to answer fast, lineup by lineup, whatever the method; `result.shortfall` names the minimum
   * shares that this misses. False by default.
   */
  readonly preview?: boolean | undefined;
  /** Receives progress reports; `lineups` returns the lineups found so far, checked, as arrays. */
  readonly onProgress?: ((report: PortfolioReport, lineups: () => PackedLineups) => void) | undefined;
}

export interface SlatePortfolio extends SlateLineups {
  readonly result: PortfolioResult;
  /**
   * Per player, an estimate of the change in points if one more lineup had the player, even beyond the
   * player's limit; NaN if unknown. Null without estimates, as for a sequential portfolio.
   */
  readonly gains: Float64Array | null;
  /**
   * Per lineup, an estimate of the points lost if the best lineup outside replaces it, less dual prices; NaN
   * if unknown.
   */
  readonly margins: Float64Array;
}

export interface SlateLineups extends PackedLineups {
  readonly solver: SolverName;
}

export interface OpenSlate {
  /** The players who can be picked: those in the pool with a projection and a slot, in pool order. */
  readonly entries: readonly Entry[];
  /** The slot of each seat of a lineup, as an index into the contest's slots. */
  readonly seats: Int32Array;
  /**
   * Returns the best lineups, as `Optimizer.optimize` does, without documents. @throws InvalidRequestError
   * whose source is the parameter `edit`; InfeasibleError, which reports locks and bans as the request's
   * `include` and `exclude`; AbortedError, TimeLimitError, ClosedError, SolverFailedError.
   */
  best(edit?: SlateEdit, options?: SlateOptions): Promise<SlateLineups>;
  /**
   * Returns a portfolio as `Optimizer.portfolio` does. Locks and exclusions of the description apply as well
   * as those of the edit. @throws As `best`, and InvalidRequestError for the description.
   */
  portfolio(edit: SlatePortfolioEdit, options?: SlatePortfolioOptions): Promise<SlatePortfolio>;
}

type Solve = (
  problem: Problem,
  model: Model,
  count: number | undefined,
  options: SlateOptions,
) => Promise<{ readonly lineups: readonly PricedLineup[]; readonly solver: SolverName }>;

/** Finds a portfolio of a problem; a joint search also begins with the lineups `earlier`. */
type SolvePortfolio = (
  problem: Problem,
  edit: SlatePortfolioEdit,
  options: Omit<SlatePortfolioOptions, "warm" | "onProgress"> & {
    readonly earlier: readonly AvoidedLineup[] | undefined;
    readonly onProgress: (report: PortfolioReport, lineups: () => readonly FoundLineup[]) => void;
  },
) => Promise<SolvedPortfolio>;

export function openSlateOf(problem: Problem, solve: Solve, solvePortfolio: SolvePortfolio): OpenSlate {
  let last: readonly FoundLineup[] | undefined;
  /**
   * The problem of the last portfolio, kept so that a preview and the full search after it share one plan.
   */
  let edited: { readonly key: string; readonly problem: Problem } | undefined;
  const model = buildModel(problem);
  const seats = Int32Array.from(slotsOfSeats(problem.contest.slots));
  return {
    entries: problem.entries,
    seats,
    async best(edit = {}, options = {}) {
      checkEdit(problem, edit);
      const edited = editedProblem(problem, edit);
      const isRuled = edit.locks !== undefined || edit.bans !== undefined || edit.cap !== undefined;
      const stated = isRuled ? buildModel(edited) : repriced(model, edited);
      const { lineups, solver } = await solve(edited, stated, edit.count, options);
      return { ...packLineups(lineups, seats.length), solver };
    },
    async portfolio(edit, { warm = false, onProgress, ...options } = {}) {
      checkEdit(problem, edit);
      const earlier = (warm ? last : undefined)?.map((lineup) => namedLineup(problem, lineup.seats));
      const { points, locks, bans, cap } = edit;
      const key = JSON.stringify([points && Array.from(points), locks, bans, cap]);
      if (edited?.key !== key) edited = { key, problem: editedProblem(problem, edit) };
      const { lineups, solver, result, gains } = await solvePortfolio(edited.problem, edit, {
        ...options,
        earlier,
        onProgress: (report, found) => onProgress?.(report, () => packLineups(found(), seats.length)),
      });
      last = lineups;
      return {
        ...packLineups(lineups, seats.length),
        ...{ solver, result },
        gains: gains === undefined ? null : gains.map((units) => units / POINT_UNITS),
        margins: Float64Array.from(lineups, ({ margin = Number.NaN }) => margin / POINT_UNITS),
      };
    },
  };
}

function repriced(model: Model, problem: Problem): Model {
  const { entry, role } = model.picks;
  const slotOf = model.slots.map((_, one) => model.slots.findIndex((slot) => slot.role === one));
  const points = Float64Array.from(entry, (one, pick) =>
    seatPoints(problem, { entry: one, slot: slotOf[role[pick]!]! }),
  );
  return { ...model, picks: { ...model.picks, points } };
}

function editedProblem(problem: Problem, { points, locks, bans, cap }: SlateEdit): Problem {
  if (points === undefined && locks === undefined && bans === undefined && cap === undefined) return problem;
  const { request, contest } = problem;
  const entries =
    points === undefined
      ? problem.entries
      : problem.entries.map((entry, index) => withPoints(entry, points[index]!));
  const uuidsOf = (kind: Entry["kind"], list: readonly number[]) =>
    list.flatMap((entry) => (entries[entry]!.kind === kind ? [entries[entry]!.uuid] : []));
  const include: Include = { players: [], teams: [] };
  const seated = (locks ?? []).map(({ entry, slot = null }): Lock => {
    const { kind, uuid } = entries[entry]!;
    const position = slot === null ? {} : { position: contest.slots[slot]!.name };
    const place =
      kind === "player"
        ? include.players.push({ player: uuid, ...position })
        : include.teams.push({ team: uuid, ...position });
    return { entry, slot, pointer: `/include/${kind}s/${place - 1}` };
  });
  return {
    ...problem,
    entries,
    cap: cap ?? problem.cap,
    locks: locks === undefined ? problem.locks : seated,
    excluded: bans ?? problem.excluded,
    request: {
      ...request,
      ...(cap !== undefined && { cap }),
      ...(locks !== undefined && { include }),
      ...(bans !== undefined && {
        exclude: { players: uuidsOf("player", bans), teams: uuidsOf("team", bans) },
      }),
    },
  };
}

interface Include {
  readonly players: { player: string; position?: string }[];
  readonly teams: { team: string; position?: string }[];
}

/** @throws InvalidRequestError for values that a request could not have. */
function checkEdit({ entries, contest }: Problem, { points, locks = [], bans = [], cap }: SlateEdit): void {
  const issues: RequestIssue[] = [];
  const refuse = (detail: string) =>
    issues.push({ code: "invalid-edit", detail: `edit ${detail}`, source: { parameter: "edit" } });
  const known = (entry: number) => Number.isInteger(entry) && entry >= 0 && entry < entries.length;
  if (points !== undefined && points.length !== entries.length)
    refuse(`points: ${points.length} given for ${entries.length} players. Give one for each.`);
  else if (points !== undefined) {
    for (let index = 0; index < points.length; index += 1)
      if (!(Math.abs(points[index]!) <= MOST_POINTS))
        refuse(`points[${index}]: ${points[index]} is not a number from -${MOST_POINTS} to ${MOST_POINTS}.`);
  }
  const named = new Set<number>();
  const name = (entry: number, field: string) => {
    if (!known(entry))
      refuse(`${field}: ${entry} is not an index of the slate's ${entries.length} \`entries\`.`);
    else if (named.has(entry)) refuse(`${field}: ${entry} is already locked or banned. Name it once.`);
    named.add(entry);
  };
  for (const { entry, slot = null } of locks) {
    name(entry, "locks");
    if (slot === null || !known(entry)) continue;
    const accepts = contest.slots[slot]?.accepts ?? [];
    if (!entries[entry]!.positions.some((position) => accepts.includes(position)))
      refuse(`locks: slot ${slot} does not accept player ${entry} (${entries[entry]!.positions.join("/")}).`);
  }
  for (const entry of bans) name(entry, "bans");
  if (cap !== undefined && !(Number.isInteger(cap) && cap >= 0 && cap <= MOST_MONEY))
    refuse(`cap: ${cap} is not a whole number from 0 to ${MOST_MONEY}.`);
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
}
