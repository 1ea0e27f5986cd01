import type { Classified } from "../paths/classes.ts";
import type { Instance } from "../paths/instance.ts";
import type { ClassedCandidates } from "./class-paths.ts";

/** The candidates of one class, cheapest first if salaries have the same order in every role. */
interface ClassMembers {
  readonly candidates: Int32Array;
  readonly options: Int32Array;
  readonly seats: number;
  readonly sorted: boolean;
}

/**
 * Finds the candidates of a draw that are not dominated. A candidate is dominated if, in its class, enough
 * others have at least its points and cost no more: as many as can be seated. A lineup with it always lacks
 * one of these, which can replace it, so a best lineup needs no dominated candidates.
 *
 * This requires that the order of players by points is the same in every role, and that rules distinguish
 * only classes. Required candidates are always kept.
 */
export class Undominated {
  readonly #instance: Instance;
  readonly #classes: readonly ClassMembers[];
  readonly #most: Float64Array;
  readonly #found: ClassedCandidates;

  constructor(instance: Instance, { shape, classOf }: Classified) {
    this.#instance = instance;
    this.#classes = shape.classes.map(({ slots }, index) => {
      const bits = slots.reduce((all, role) => all | role, 0);
      const seats = instance.seats.reduce((sum, open, slot) => sum + ((bits >> slot) & 1) * open, 0);
      return membersOf(
        instance,
        [...classOf.keys()].filter((candidate) => classOf[candidate] === index),
        slots.findIndex((role) => role !== 0),
        seats,
      );
    });
    this.#found = {
      candidates: new Int32Array(instance.size),
      ends: new Int32Array(this.#classes.length),
    };
    this.#most = new Float64Array(1 + instance.openSeats);
  }

  /**
   * The undominated candidates at the instance's points, class by class, and those marked in `also`; the next
   * call overwrites them.
   */
  find(also: Uint8Array | null = null): ClassedCandidates {
    const { points, required } = this.#instance;
    const { candidates: found, ends } = this.#found;
    const most = this.#most;
    let count = 0;
    for (let index = 0; index < this.#classes.length; index += 1) {
      const { candidates, options, seats, sorted } = this.#classes[index]!;
      let kept = 0;
      for (let at = 0; at < candidates.length; at += 1) {
        const candidate = candidates[at]!;
        const own = points[options[at]!]!;
        // `most` holds the best points so far, lowest first.
        const isBest = !sorted || kept < seats || own > most[0]!;
        if (!isBest && required[candidate] === 0 && also?.[candidate] !== 1) continue;
        found[count] = candidate;
        count += 1;
        let place = kept < seats ? kept : 0;
        if (kept < seats) {
          kept += 1;
          for (; place > 0 && most[place - 1]! > own; place -= 1) most[place] = most[place - 1]!;
        } else {
          if (own <= most[0]!) continue;
          for (; place + 1 < kept && most[place + 1]! < own; place += 1) most[place] = most[place + 1]!;
        }
        most[place] = own;
      }
      ends[index] = count;
    }
    return this.#found;
  }
}

function membersOf(instance: Instance, members: number[], role: number, seats: number): ClassMembers {
  const { roles, salary, pick } = instance;
  const inRoles = Array.from({ length: roles }, (_, one) => one).filter(
    (one) => members.length > 0 && pick[members[0]! * roles + one] !== -1,
  );
  const costs = (candidate: number) => inRoles.map((one) => salary[candidate * roles + one]!);
  const byCost = [...members].sort((a, b) => {
    const [own, other] = [costs(a), costs(b)];
    const at = own.findIndex((cost, index) => cost !== other[index]);
    return at === -1 ? a - b : own[at]! - other[at]!;
  });
  const sorted = byCost.every(
    (candidate, at) =>
      at === 0 || costs(candidate).every((cost, index) => cost >= costs(byCost[at - 1]!)[index]!),
  );
  return {
    candidates: Int32Array.from(byCost),
    options: Int32Array.from(byCost, (candidate) => candidate * roles + role),
    seats: Math.min(seats, instance.openSeats),
    sorted,
  };
}
