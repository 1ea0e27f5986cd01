import type { LeftOut, Slate, SlateEntry } from "./slate.ts";

/**
 * A slate with people of its `leftOut` who sit in entries all the same, because their games have begun. The file no
 * longer says which game that is: it is their team's, where someone else of the team tells; else one of its own for each
 * team with `apart`, and one for both without, as in a contest of one game.
 */
export function withHeld(slate: Slate, held: ReadonlySet<LeftOut>, apart: boolean): Slate {
  const known = new Map(slate.entries.map((entry) => [entry.team, entry]));
  const entryOf = ({ listing }: LeftOut): SlateEntry => {
    const { opponent, game, startsAt } = known.get(listing.team) ?? {
      opponent: "",
      game: apart ? `${listing.team} begun` : "begun",
      startsAt: null,
    };
    return { ...listing, opponent, game, startsAt };
  };
  return {
    ...slate,
    entries: [...slate.entries, ...slate.leftOut.filter((one) => held.has(one)).map(entryOf)],
    leftOut: slate.leftOut.filter((one) => !held.has(one)),
  };
}
