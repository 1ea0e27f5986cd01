/** Work that takes seconds: what rules cost, simulations, contests. It has an optimizer of its own. */
import { type Optimizer, readSpreads, type SimulateRequest } from "dfs-lineups/browser";
import type { Cost, Edit, Played, Simulated, Terms } from "./messages.ts";
import { inputsOf, lineupsOf, ownershipOf, type Session } from "./session.ts";

interface Running<Progress> {
  readonly signal: AbortSignal;
  readonly progress: (state: Progress) => void;
}

/** What each rule of a description costs in mean points per lineup. */
export async function costs(
  optimizer: Optimizer,
  session: Session,
  edit: Edit,
  { signal, progress }: Running<{ done: number; of: number }>,
): Promise<readonly Cost[]> {
  const { data, meta } = await optimizer.portfolio(
    { ...inputsOf(session, edit), portfolio: edit.portfolio!, count: await lineupsOf(session, edit) },
    {
      signal,
      costs: true,
      onShortfall: "keep",
      onProgress: ({ costs: found }) => found && progress(found),
    },
  );
  const { sum, bound, costs: found = [] } = meta!.portfolio!;
  const mean = sum / data.length;
  // Each mean may be this far below its bound.
  const noise = Math.max(0.01, bound === null ? 0 : (bound - sum) / data.length);
  return found.map(({ pointer, meanWithout }) => ({
    pointer,
    perLineup: meanWithout === null ? null : meanWithout - mean,
    isNoise: meanWithout !== null && Math.abs(meanWithout - mean) <= noise,
  }));
}

/** The slate to draw: its points, and their spread where the projections have columns for it. */
function drawn(session: Session, edit: Edit): SimulateRequest {
  const { projections, slate } = session;
  const { known } =
    projections === null
      ? { known: undefined }
      : readSpreads(projections.rows, { file: projections.file, book: slate.book });
  return { ...inputsOf(session, edit), known };
}

/** How often each player is in the best lineup of a draw. */
export async function simulate(
  optimizer: Optimizer,
  session: Session,
  { edit, draws }: { readonly edit: Edit; readonly draws: number },
  { signal, progress }: Running<number>,
): Promise<Simulated> {
  const found = await optimizer.simulate(drawn(session, edit), { draws, signal, onDraws: progress });
  return {
    draws: found.draws,
    players: found.players.flatMap(({ uuid, share, error }) => {
      const player = session.placeOf.get(uuid);
      return player === undefined ? [] : [{ player, share, error }];
    }),
    stacks: found.stacks.slice(0, 12).map(({ sizes, share }) => ({ sizes, share })),
  };
}

/** Plays these lineups as entries of a contest. */
export async function contest(
  optimizer: Optimizer,
  session: Session,
  { edit, entries, terms }: { readonly edit: Edit; readonly entries: Int32Array; readonly terms: Terms },
  { signal, progress }: Running<number>,
): Promise<Played> {
  const { slate, facts } = session;
  const width = facts.seats.length;
  const lineups = Array.from({ length: entries.length / width }, (_, lineup) =>
    facts.seats.map((slot, seat) => ({ slot, uuid: slate.entries[entries[lineup * width + seat]!]!.uuid })),
  );
  const ownership = ownershipOf(session, edit);
  const result = await optimizer.contest(
    {
      ...drawn(session, edit),
      entries: lineups,
      payouts: { fee: terms.fee, shape: terms.shape },
      field: { size: terms.field, ...(ownership.length > 0 && { ownership }) },
    },
    { draws: terms.draws, signal, onDraws: progress },
  );
  const { all, field } = result;
  return {
    ...all,
    prizes: result.prizes,
    places: result.places,
    distinct: field.distinct,
    source: field.source,
    entries: result.entries.map(({ mean, cash, win, duplicates }, lineup) => ({
      ...{ lineup, mean, cash, win },
      duplicates: duplicates.expected ?? duplicates.drawn,
    })),
    ownership: (field.fit?.people ?? []).flatMap(({ uuid, drawn: percent }) => {
      const player = session.placeOf.get(uuid);
      return player === undefined ? [] : [[player, percent] as const];
    }),
  };
}
