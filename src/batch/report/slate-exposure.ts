import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { type IncludedName, includedName } from "../included-names.ts";

/** Maximum number of slates; later ones are not counted. */
const MOST_SLATES = 200;

/** The number of a slate's lineups that contain a player. */
interface PersonExposure {
  readonly name: string;
  readonly team: string;
  readonly lineups: number;
}

/** The exposures in all lineups of a slate's jobs, highest first. */
export interface SlateExposure {
  readonly slate: string;
  readonly lineups: number;
  readonly people: readonly PersonExposure[];
}

const NOBODY: IncludedName = { uuid: "", name: "", team: "" };

interface Person {
  name: string;
  team: string;
  lineups: number;
}

/** Counts the players in the lineups of each slate, over all of its jobs. */
export class ExposureCount {
  readonly #slates = new Map<string, { lineups: number; readonly people: Map<string, Person> }>();

  /** Adds a document's lineups; ignores documents without names (see the option `include`). */
  add(slate: string, { data, included = [] }: FantasyLineupDocument): void {
    if (included.length === 0) return;
    let known = this.#slates.get(slate);
    if (known === undefined) {
      if (this.#slates.size === MOST_SLATES) return;
      known = { lineups: 0, people: new Map() };
      this.#slates.set(slate, known);
    }
    const { people } = known;
    known.lineups += data.length;
    for (const { attributes } of data)
      for (const uuid of uuidsOf(attributes.byPositions)) {
        const person = people.get(uuid);
        if (person === undefined) people.set(uuid, { name: "", team: "", lineups: 1 });
        else person.lineups += 1;
      }
    for (const resource of included) {
      const { uuid, name, team } = includedName(resource) ?? NOBODY;
      const person = people.get(uuid);
      if (person?.name === "") Object.assign(person, { name, team });
    }
  }

  /** The slates with most lineups first. */
  slates(): readonly SlateExposure[] {
    return [...this.#slates]
      .map(([slate, { lineups, people }]) => ({
        slate,
        lineups,
        people: [...people.values()].sort((a, b) => b.lineups - a.lineups || (a.name < b.name ? -1 : 1)),
      }))
      .sort((a, b) => b.lineups - a.lineups);
  }
}

function uuidsOf(seats: FantasyLineupDocument["data"][number]["attributes"]["byPositions"]): Set<string> {
  return new Set(Object.values(seats).flatMap((people) => people.map(({ uuid }) => uuid)));
}
