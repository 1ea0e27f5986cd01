/** A lineup of a document, as far as `seatsOf` reads it: its players, by slot name. */
interface SeatedLineup {
  readonly attributes: {
    readonly byPositions: Readonly<Record<string, readonly { readonly uuid: string }[]>>;
  };
}

/** A lineup's players with the names of their slots. */
export function seatsOf({ attributes }: SeatedLineup): { slot: string; uuid: string }[] {
  return Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
    seats.map(({ uuid }) => ({ slot, uuid })),
  );
}
