/** Work that takes seconds: simulations and contests. It has an optimizer of its own. */
import {
  type ContestResult,
  type Optimizer,
  readSpreads,
  type SimulateRequest,
  type Simulation,
} from "dfs-lineups/browser";
import type { Edit, Played, Simulated, Terms } from "./messages.ts";
import { inputsOf, ownershipOf, type Session } from "./session.ts";

interface Running<Progress> {
  readonly signal: AbortSignal;
  readonly progress: (state: Progress) => void;
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

/** The most of the time that results of the draws so far may take. */
const INTERIM = 0.2;

/** Reports results of the draws so far, first at once and then at intervals. */
function reporting<Found, Shown>(show: (found: Found) => Shown, progress: (shown: Shown) => void) {
  let next = 0;
  return (_done: number, soFar: () => Found) => {
    const begun = performance.now();
    if (begun < next) return;
    progress(show(soFar()));
    const now = performance.now();
    next = now + (now - begun) / INTERIM;
  };
}

/** How often each player is in the best lineup of a draw. */
export async function simulate(
  optimizer: Optimizer,
  session: Session,
  { edit, draws }: { readonly edit: Edit; readonly draws: number },
  { signal, progress }: Running<Simulated>,
): Promise<Simulated> {
  const shown = (found: Simulation): Simulated => ({
    draws: found.draws,
    players: found.players.flatMap(({ uuid, share, error }) => {
      const player = session.placeOf.get(uuid);
      return player === undefined ? [] : [{ player, share, error }];
    }),
    stacks: found.stacks.slice(0, 6),
  });
  const onDraws = reporting(shown, progress);
  return shown(await optimizer.simulate(drawn(session, edit), { draws, signal, onDraws }));
}

/** Plays these lineups as entries of a contest. */
export async function contest(
  optimizer: Optimizer,
  session: Session,
  { edit, entries, terms }: { readonly edit: Edit; readonly entries: Int32Array; readonly terms: Terms },
  { signal, progress }: Running<Played>,
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
    { draws: terms.draws, signal, onDraws: reporting((found) => playedOf(session, found), progress) },
  );
  return playedOf(session, result);
}

function playedOf(session: Session, result: ContestResult): Played {
  const { all, field } = result;
  return {
    ...all,
    draws: result.draws,
    doubt: result.doubt,
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
