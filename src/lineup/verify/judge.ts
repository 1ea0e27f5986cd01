import type { Problem } from "../../contests/problem/problem.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { falseClaims } from "./claims.ts";
import { seatedJudgeOf } from "./seated.ts";
import { readSeats } from "./seats.ts";
import { misplaced } from "./sequence.ts";
import type { LineupViolation } from "./violation.ts";

/** The verdict on one lineup. */
export interface JudgedLineup {
  readonly uuid: string;
  /** Empty if the lineup is legal and all that the document states about it is true. */
  readonly violations: readonly LineupViolation[];
}

/** The verdict on a document's lineups, in document order. */
export interface Verdict {
  /** Whether there are no violations at all. */
  readonly legal: boolean;
  readonly lineups: readonly JudgedLineup[];
  /** Violations of the document as a whole. */
  readonly violations: readonly LineupViolation[];
}

/** Checks a document's lineups with the constraints' checks alone, and its figures by recomputing them. */
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
      detail: `totalItems is given as ${meta.totalItems}, but is ${data.length}.`,
      limit: data.length,
      actual: meta.totalItems,
      entries: [],
      pointer: "/meta/totalItems",
    },
  ];
}
