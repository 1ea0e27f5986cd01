import type { Problem } from "../problem/problem.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../schema/lineups.ts";
import { falseClaims } from "./claims.ts";
import { seatedJudgeOf } from "./seated.ts";
import { readSeats } from "./seats.ts";
import { misplaced } from "./sequence.ts";
import type { LineupViolation } from "./violation.ts";

/** The verdict on one lineup. */
export interface JudgedLineup {
  readonly uuid: string;
  /** Empty when the lineup is legal and what the document says of it true. */
  readonly violations: readonly LineupViolation[];
}

/** The verdict on a document's lineups, in its order. */
export interface Verdict {
  /** Whether nothing is wrong anywhere. */
  readonly legal: boolean;
  readonly lineups: readonly JudgedLineup[];
  /** What is wrong with the document as a whole. */
  readonly violations: readonly LineupViolation[];
}

/** Judges a document's lineups by the constraints' checks alone, and what it says of them by sums of its own. */
export function judge(problem: Problem, { data, meta }: FantasyLineupDocument): Verdict {
  const read = data.map((lineup, index) => {
    const pointer = `/data/${index}`;
    return { lineup, pointer, ...readSeats(problem, lineup, pointer) };
  });
  const places = misplaced(
    problem,
    read.filter(({ violations }) => violations.length === 0),
  );
  const brokenBy = seatedJudgeOf(problem);
  const lineups = read.map(({ lineup, pointer, seats, violations }): JudgedLineup => {
    const { uuid } = lineup.attributes;
    if (violations.length > 0) return { uuid, violations };
    return {
      uuid,
      violations: [
        ...brokenBy(seats).map((violation) => ({
          ...violation,
          pointer: `${pointer}/attributes/byPositions`,
        })),
        ...falseClaims(problem, lineup, seats, pointer),
        ...(places.get(pointer) ?? []),
      ],
    };
  });
  const violations = falseCount(data, meta);
  const legal = violations.length === 0 && lineups.every((lineup) => lineup.violations.length === 0);
  return { legal, lineups, violations };
}

function falseCount(data: readonly FantasyLineup[], meta: FantasyLineupDocument["meta"]): LineupViolation[] {
  if (meta === undefined || meta.totalItems === data.length) return [];
  return [
    {
      constraint: "claims",
      detail: `totalItems is said to be ${meta.totalItems}, but is ${data.length}.`,
      limit: data.length,
      actual: meta.totalItems,
      entries: [],
      pointer: "/meta/totalItems",
    },
  ];
}
