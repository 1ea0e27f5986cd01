import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { entryRef, type Message, message } from "../../shared/errors/message-parts.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import { seatCount } from "../../shared/roster.ts";

export type EnteredLineup = readonly { readonly uuid: string; readonly slot: string }[];

const MOST_FAULTS = 5;

export class LineupReader {
  readonly seats: number;
  readonly #entryOf: ReadonlyMap<string, number>;
  readonly #roleOf: ReadonlyMap<string, number>;
  readonly #pickOf = new Map<string, number>();

  constructor({ entries, contest }: Problem, { picks, slots }: Model) {
    this.seats = seatCount(slots);
    this.#entryOf = new Map(entries.map(({ uuid }, entry) => [uuid, entry]));
    this.#roleOf = new Map(contest.slots.map(({ name }, slot) => [name, slots[slot]!.role]));
    for (const [pick, entry] of picks.entry.entries()) this.#pickOf.set(`${entry} ${picks.role[pick]}`, pick);
  }

  /** Returns ascending picks or, as text, why the lineup is not valid for this contest. */
  read(lineup: EnteredLineup): Int32Array | Message {
    if (lineup.length !== this.seats) return `has ${lineup.length} players; a lineup has ${this.seats}`;
    const picks = new Int32Array(this.seats);
    for (const [at, { uuid, slot }] of lineup.entries()) {
      const role = this.#roleOf.get(slot);
      if (role === undefined) return `has a slot ${slot}, which is not in the contest`;
      const entry = this.#entryOf.get(uuid);
      if (entry === undefined)
        return message`has ${entryRef(uuid)}, who has no projection or is not in the pool`;
      const pick = this.#pickOf.get(`${entry} ${role}`);
      if (pick === undefined)
        return message`has ${entryRef(uuid)} in ${slot}, which does not accept this player`;
      picks[at] = pick;
    }
    picks.sort();
    const repeated = picks.find((pick, at) => at > 0 && pick === picks[at - 1]);
    return repeated === undefined ? picks : "has a player twice";
  }

  /** @throws InvalidRequestError that names the invalid lineups */
  readAll(lineups: readonly EnteredLineup[], parameter: string): Uint16Array {
    const packed = new Uint16Array(lineups.length * this.seats);
    const faults: Message[] = [];
    for (const [index, lineup] of lineups.entries()) {
      const picks = this.read(lineup);
      if (picks instanceof Int32Array) packed.set(picks, index * this.seats);
      else faults.push(message`Lineup ${index + 1} ${picks}.`);
    }
    const [first, ...others] = faults.slice(0, MOST_FAULTS).map((detail) => ({
      code: "invalid-lineup",
      detail: message`${detail} Correct the lineup, leave it out, or give points for all of its players.`,
      source: { parameter },
    }));
    if (first !== undefined) throw new InvalidRequestError([first, ...others]);
    return packed;
  }
}
