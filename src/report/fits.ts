import { grouped, percentText } from "../shared/words.ts";
import type { OwnershipFit } from "../simulation/calibration/field-fit.ts";
import type { FittedValue, OutcomesFit, ProjectionBias } from "../simulation/calibration/fit-outcomes.ts";
import type { OwnershipCheck } from "../simulation/calibration/fit-ownership.ts";
import { ratioText, wholePercent } from "./backtest.ts";
import { type Column, type Part, part } from "./parts.ts";

const closeness = (fit: OwnershipFit | null) =>
  fit === null ? "" : `${fit.correlation?.toFixed(3) ?? "none"}, ${fit.misfit.toFixed(2)}`;

const CHECKS: readonly Column<OwnershipCheck>[] = [
  ["Contest", ({ id }) => id],
  ["Players", ({ players }) => grouped(players), "right"],
  ["Correlation, off by: estimate", ({ estimated }) => closeness(estimated), "right"],
  ["Optimal", ({ optimal }) => closeness(optimal), "right"],
  ["Projected", ({ projected }) => closeness(projected), "right"],
  ["Most owned", ({ most }) => wholePercent(most.actual / 100), "right"],
  ["Estimate", ({ most }) => wholePercent(most.estimated / 100), "right"],
  [
    "Scored beyond",
    ({ known }) => (known ? `${percentText(100 * known.value)} ± ${percentText(100 * known.error)}` : ""),
    "right",
  ],
];

export const ownershipChecksPart = (checks: readonly OwnershipCheck[]): Part =>
  part("Ownership", CHECKS, checks);

const number = (value: number) => value.toFixed(3);

const VALUES: readonly Column<FittedValue>[] = [
  ["Positions", ({ row }) => row],
  ["Players", ({ players }) => grouped(players), "right"],
  ["Value", ({ name }) => name],
  ["Before", ({ before }) => number(before), "right"],
  ["Fitted", ({ value }) => number(value), "right"],
  ["Error", ({ error }) => number(error), "right"],
];

const BIASES: readonly Column<ProjectionBias>[] = [
  ["Projections", ({ row }) => row],
  ["Players", ({ players }) => grouped(players), "right"],
  ["Points", ({ value }) => ratioText(value), "right"],
  ["Error", ({ error }) => wholePercent(error), "right"],
];

export const outcomesFitParts = ({ values, biases }: OutcomesFit): Part[] => [
  part("Fitted values", VALUES, values),
  part("Projections", BIASES, biases),
];
