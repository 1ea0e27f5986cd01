import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { buildModel } from "../../constraints/readers/build-model.ts";
import { InvalidRequestError } from "../../errors.ts";
import type { Field } from "../../model/contest-plan.ts";
import type { Problem } from "../../problem/problem.ts";
import type { Search } from "../../search/search.ts";
import { FieldPacker } from "../../solver/contest/field/pack-field.ts";
import type { Control } from "../../solver/contract.ts";
import type { EnteredLineup, LineupReader } from "./entered.ts";
import { leftOfCap } from "./field-habits.ts";

/** How near a drawn field comes to what was asked of it. */
export interface FieldFit {
  /** Of everybody whose share was given, in percent of the lineups: the mean and the largest distance. */
  readonly misfit: number;
  readonly furthest: number;
  readonly people: readonly FieldPerson[];
}

/** How much of the field has somebody, in percent: as was asked, null where nothing was, and as it was drawn. */
export interface FieldPerson {
  readonly uuid: string;
  readonly asked: number | null;
  readonly drawn: number;
}

/** Opponents, and what is known of them. */
export interface Opponents {
  readonly field: Field;
  readonly size: number;
  /** Null where they are given, not drawn. */
  readonly fit: FieldFit | null;
  readonly duplicates: Float64Array | null;
  /** How many of the given lineups have somebody without points, and are left out. */
  readonly leftOut: number;
}

interface DrawnOpponents {
  readonly size: number;
  /** Percent, by GUID. */
  readonly ownership: ReadonlyMap<string, number>;
  readonly leastSalary: number | undefined;
  readonly seed: number;
  readonly own: Uint16Array;
}

/** What an opponent spends at least, as a part of the cap. */
const LEAST_SPENT = 0.97;

/** Opponents that have people as often as `ownership` says, and else are as different as can be. */
export async function drawnOpponents(
  problem: Problem,
  { size, ownership, leastSalary = LEAST_SPENT * problem.cap, seed, own }: DrawnOpponents,
  search: Search,
  control: Control,
): Promise<Opponents> {
  const shares = Float64Array.from(problem.entries, ({ uuid }) => (ownership.get(uuid) ?? Number.NaN) / 100);
  const model = buildModel(freely(problem));
  const drawn = await search.field(
    {
      model,
      shares,
      least: leastSalary,
      left: leftOfCap(problem.sport) * problem.cap,
      count: size,
      seed,
      own,
    },
    control,
  );
  if (drawn === null)
    throw new InvalidRequestError([
      {
        code: "no-field",
        detail: `No lineup of people with any ownership costs ${leastSalary} or more within the cap. Lower the field's least salary, or give more people an ownership.`,
        source: { parameter: "field" },
      },
    ]);
  const people = problem.entries
    .map(({ uuid }, entry) => ({
      uuid,
      asked: ownership.get(uuid) ?? null,
      drawn: 100 * drawn.shares[entry]!,
    }))
    .filter((one) => one.asked !== null || one.drawn > 0)
    .sort((a, b) => b.drawn - a.drawn);
  const distances = people.flatMap((one) => (one.asked === null ? [] : [Math.abs(one.asked - one.drawn)]));
  return {
    field: drawn.field,
    size,
    duplicates: drawn.duplicates,
    leftOut: 0,
    fit: {
      misfit: distances.reduce((sum, one) => sum + one, 0) / Math.max(1, distances.length),
      furthest: distances.reduce((most, one) => Math.max(most, one), 0),
      people,
    },
  };
}

/** Opponents as they are given. */
export function givenOpponents(
  lineups: readonly EnteredLineup[],
  reader: LineupReader,
  seed: number,
): Opponents {
  const read = lineups.map((lineup) => reader.read(lineup)).filter((picks) => typeof picks !== "string");
  if (read.length === 0)
    throw new InvalidRequestError([
      {
        code: "no-field",
        detail:
          "No lineup of the field is whole and of people with points. Give points for all of the slate.",
        source: { parameter: "field" },
      },
    ]);
  // A file may have the best lineups first; any few shall stand for all.
  const generator = xoroshiro128plus(seed);
  for (let last = read.length - 1; last > 0; last -= 1) {
    const other = (generator.next() >>> 0) % (last + 1);
    [read[last], read[other]] = [read[other]!, read[last]!];
  }
  const packer = new FieldPacker(read.length, reader.seats);
  for (const picks of read) packer.add(picks);
  return {
    field: packer.field(),
    size: read.length,
    fit: null,
    duplicates: null,
    leftOut: lineups.length - read.length,
  };
}

/** How many of a field have each of some lineups. */
export function countsIn({ lineups, weights }: Field, own: Uint16Array, seats: number): number[] {
  const packer = new FieldPacker(own.length / seats, seats);
  const numbers: number[] = [];
  for (let at = 0; at < own.length; at += seats) {
    packer.add(own.subarray(at, at + seats));
    numbers.push(packer.indexOf(own.subarray(at, at + seats)));
  }
  const counts = new Int32Array(numbers.length);
  for (const [index, weight] of weights.entries()) {
    const number = packer.indexOf(lineups.subarray(index * seats, (index + 1) * seats));
    if (number !== -1) counts[number] = weight;
  }
  return numbers.map((number) => counts[number]!);
}

/** The problem by the contest's rules alone: nobody's own wishes bind his opponents. */
function freely(problem: Problem): Problem {
  const request = { ...problem.request, stack: false };
  return { ...problem, request, locks: [], excluded: [], slotBans: [], minimums: [] };
}
