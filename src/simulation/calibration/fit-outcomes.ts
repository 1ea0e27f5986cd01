import type { OutcomesTable, SpreadTable } from "../../shared/schema/outcomes.ts";
import { behaviourOf, factorSourceOf, highShares } from "../draw-source.ts";
import { fitSlope, SLOPE } from "../projection-error.ts";
import { type CalibratedSlate, countedPoints, withoutSpreads } from "./calibrate.ts";
import { type CorrelatedSlate, fitLoadings, rowsOf, withLoadings, withRows } from "./fit-loadings.ts";
import { fitSpread, type ScoredPlayer } from "./fit-spreads.ts";
import { observedOf } from "./observed.ts";
import type { Fitted } from "./shrunk-fit.ts";

export interface FittedValue {
  readonly row: string;
  readonly name: string;
  readonly before: number;
  readonly value: number;
  readonly error: number;
  readonly players: number;
}

/** The points scored per projected point of a row's positions. Tables do not contain it. */
export interface ProjectionBias extends Fitted {
  readonly row: string;
  readonly players: number;
}

export interface OutcomesFit {
  readonly sport: string;
  readonly table: OutcomesTable;
  readonly values: readonly FittedValue[];
  /** Fitted with the spreads, so that a bias does not count as spread. */
  readonly biases: readonly ProjectionBias[];
  readonly slates: number;
  readonly players: number;
  readonly absent: number;
}

const SOURCE = "fitted";

/** Fits spreads and loadings to past contests of one sport, shrunk to the table's values. */
export function fittedOutcomes(slates: readonly CalibratedSlate[]): OutcomesFit {
  const { table } = slates[0]!.terms;
  const counted = slates.map((slate) => {
    return { slate, ...countedPoints(slate, observedOf(slate.problem, slate.past)) };
  });
  const values: FittedValue[] = [];
  const biases: ProjectionBias[] = [];
  const names = [...table.positions.map((one) => one.names.join("/")), "others"];
  const rows = rowsOf(table);
  const spreads = rows.map((row, index) => {
    const players = counted.flatMap(({ slate, points }) => playersOf(slate, points, rows, index));
    if (players.length === 0) return { spread: row.spread, players: 0 };
    const fitted = fitSpread(row.spread, players);
    values.push(...fitted.values.map((one) => ({ row: names[index]!, players: players.length, ...one })));
    biases.push({ row: names[index]!, players: players.length, ...fitted.bias });
    const errors = Object.fromEntries(fitted.values.map(({ name, error }) => [name, rounded(error)]));
    return {
      spread: { ...roundedSpread(fitted.spread), errors, source: SOURCE },
      players: players.length,
    };
  });
  const spread = withRows(table, (one, index) => ({ ...one, spread: spreads[index]!.spread }));
  const fittedLoadings = fitLoadings(
    spread,
    counted.map(({ slate, points }): CorrelatedSlate => {
      const { problem, model, terms } = slate;
      const changed = { ...withoutSpreads(terms), table: spread };
      return {
        ...{ id: slate.id, entries: problem.entries, known: terms.known, points },
        outcomes: factorSourceOf(problem, model, changed).outcomes,
      };
    }),
  ).filter(({ row }) => spreads[row]!.players > 0);
  const moved = withLoadings(
    spread,
    fittedLoadings,
    fittedLoadings.map(({ value }) => value),
  );
  for (const { row, at, error } of fittedLoadings) {
    const { factor, side, loading } = rows[row]!.loadings[at]!;
    const { loading: value } = rowsOf(moved)[row]!.loadings[at]!;
    values.push({
      ...{ row: names[row]!, name: `${factor}, ${side}`, before: loading, value, error },
      players: spreads[row]!.players,
    });
  }
  const whole = withRows(moved, (one, index) => ({
    ...one,
    loadings: one.loadings.map((loading, at) => {
      const found = fittedLoadings.find((place) => place.row === index && place.at === at);
      if (found === undefined) return loading;
      return { ...loading, loading: rounded(loading.loading), error: rounded(found.error), source: SOURCE };
    }),
  }));
  const slope = fitSlope(
    counted.map(({ slate, points }) => ({
      ...{ id: slate.id, entries: slate.problem.entries, terms: withoutSpreads(slate.terms), points },
    })),
    table.projections?.slope ?? SLOPE,
  );
  if (slope.players > 0) values.push({ row: "all", name: "projections, slope", ...slope });
  const projections = { slope: rounded(slope.value), error: rounded(slope.error), source: SOURCE };
  const final = slope.players > 0 ? { ...whole, projections } : whole;
  const players = spreads.reduce((sum, one) => sum + one.players, 0);
  return {
    sport: table.sport,
    table: { ...final, sources: sourcesOf(final, table, { slates: slates.map(({ id }) => id), players }) },
    values,
    biases,
    slates: slates.length,
    players,
    absent: counted.reduce((sum, { absent }) => sum + absent, 0),
  };
}

function playersOf(
  { id, problem, terms }: CalibratedSlate,
  points: Float64Array,
  rows: readonly OutcomesTable["otherwise"][],
  index: number,
): readonly ScoredPlayer[] {
  const { shares } = highShares(problem.entries, terms);
  const cuts = new Map(terms.known.map(({ uuid, cut }) => [uuid, cut]));
  return problem.entries.flatMap((entry, at) => {
    const scored = points[at]!;
    if (Number.isNaN(scored) || rows.indexOf(behaviourOf(entry, terms.table)) !== index) return [];
    // Golfers, who share no factor and have no rival, do not depend on each other.
    const isAlone = terms.table.factors.length === 0 && !shares.has(at);
    const cluster = `${id} ${isAlone ? entry.uuid : entry.event}`;
    return [
      { mean: entry.points, points: scored, cluster, share: shares.get(at), cut: cuts.get(entry.uuid) },
    ];
  });
}

function sourcesOf(
  table: OutcomesTable,
  { sources }: OutcomesTable,
  { slates, players }: { readonly slates: readonly string[]; readonly players: number },
): OutcomesTable["sources"] {
  const cited = new Set(
    [...rowsOf(table).flatMap(({ spread, loadings }) => [spread, ...loadings]), table.projections ?? []]
      .flat()
      .map(({ source }) => source),
  );
  const named =
    slates.length > MOST_NAMED ? `${slates.length} contests` : `the contests ${slates.join(", ")}`;
  return {
    ...Object.fromEntries(Object.entries(sources).filter(([key]) => cited.has(key))),
    [SOURCE]: `Fitted by dfs-lineups to ${players} players of ${named}, shrunk to the values before; errors are standard errors.`,
  };
}

const MOST_NAMED = 10;

function roundedSpread(spread: SpreadTable): SpreadTable {
  const round = (_: string, value: unknown) => (typeof value === "number" ? rounded(value) : value);
  return JSON.parse(JSON.stringify(spread, round)) as SpreadTable;
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
