import type { Seat } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import { sharedSeats } from "../lineup/document/seat-solutions.ts";
import { createSeater } from "../lineup/document/seater.ts";
import type { TalliedLineup, Tally } from "./tally.ts";

/** Seats the lineups of a tally as they appear: this thread is idle while others solve draws. */
export class SeatedLineups {
  readonly #seater: ReturnType<typeof createSeater>;
  readonly #seatOf: (entry: number, slot: number) => Seat;
  readonly #entries: Int32Array;
  readonly #seats = new Map<TalliedLineup, readonly Seat[]>();

  constructor(model: Model) {
    this.#seater = createSeater(model);
    this.#seatOf = sharedSeats(model);
    this.#entries = new Int32Array(this.#seater.slots.length);
  }

  /** Seats the lineups found since the last call. */
  follow({ met }: Tally): void {
    for (let index = this.#seats.size; index < met.length; index += 1) this.of(met[index]!);
  }

  /** The lineup's seats in the order of the slots. */
  of(lineup: TalliedLineup): readonly Seat[] {
    return this.#seats.get(lineup) ?? this.#seat(lineup);
  }

  #seat(lineup: TalliedLineup): readonly Seat[] {
    const { slots, seat } = this.#seater;
    seat(lineup.picks, this.#entries, 0);
    const seats = Array.from(slots, (slot, at) => this.#seatOf(this.#entries[at]!, slot));
    this.#seats.set(lineup, seats);
    return seats;
  }
}
