import type { ContestResult } from "../../simulation/contest/contest.ts";
import type { EntryReturns } from "../../simulation/contest/prizes.ts";
import { type Person, type SlateWords, slatePeople } from "./slate-people.ts";

type Names = readonly (Person & { readonly slot: string })[];

/** A contest's returns for JSON, with names from the book's file; money in the book's currency. */
export interface ContestFacts extends Omit<ContestResult, "entries" | "field"> {
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly field: Omit<ContestResult["field"], "fit"> & {
    readonly misfit: number | null;
    readonly furthest: number | null;
    readonly people: readonly (Person & { readonly asked: number | null; readonly drawn: number })[];
  };
  /** In file order. */
  readonly entries: readonly (Omit<EntryReturns, "seats"> & {
    readonly entry: number;
    readonly profit: number;
    readonly players: Names;
  })[];
}

/** A contest's returns with names from its files. */
export function contestFacts(result: ContestResult, words: SlateWords): ContestFacts {
  const { person } = slatePeople(words);
  const { sport, book, contest } = words.contest;
  const { fit, ...field } = result.field;
  return rounded({
    sport,
    book,
    contest,
    ...result,
    field: {
      ...field,
      misfit: fit?.misfit ?? null,
      furthest: fit?.furthest ?? null,
      people: (fit?.people ?? []).map(({ uuid, ...shares }) => ({ ...person(uuid), ...shares })),
    },
    entries: result.entries.map(({ seats, ...returns }, index) => ({
      entry: index + 1,
      ...returns,
      profit: returns.mean / result.fee - 1,
      players: seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) })),
    })),
  });
}

/** Rounds all numbers to nine decimals, which removes binary noise. */
function rounded<Facts>(facts: Facts): Facts {
  if (typeof facts === "number") return (Math.round(facts * 1e9) / 1e9) as Facts;
  if (Array.isArray(facts)) return facts.map(rounded) as Facts;
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, rounded(fact)])) as Facts;
}
