import type { SolvedChunk } from "./store.ts";

/** Solves a chunk; null where it is asked to stop before it has begun. */
type Execute<Chunk> = (chunk: Chunk) => Promise<SolvedChunk | null>;

/** What a collection works with. */
export interface Collecting<Chunk> {
  readonly chunks: AsyncIterator<Chunk>;
  readonly execute: Execute<Chunk>;
  /** How many chunks may be on their way, counted from the lowest that is not written: what comes early waits. */
  readonly window: number;
  /** Writes chunks, and says whether to go on. */
  readonly write: (chunks: readonly SolvedChunk[]) => Promise<"go on" | "stop">;
}

interface Flight {
  solved: SolvedChunk | null | undefined;
  readonly landing: Promise<void>;
}

/**
 * Has chunks solved, many at a time, and writes them in their order; all that have come are written at once. Ends
 * when there are no more, or when one is not begun any more.
 */
export async function collectChunks<Chunk>({
  chunks,
  execute,
  window,
  write,
}: Collecting<Chunk>): Promise<"all" | "stopped"> {
  const flights: Flight[] = [];
  let isEnd = false;
  for (;;) {
    while (!isEnd && flights.length < window) {
      const next = await chunks.next();
      if (next.done) isEnd = true;
      else flights.push(launch(execute, next.value));
    }
    const [first] = flights;
    if (first === undefined) return "all";
    await first.landing;
    const flying = flights.findIndex(({ solved }) => solved === undefined);
    const group = flights.splice(0, flying === -1 ? flights.length : flying);
    const unbegun = group.findIndex(({ solved }) => solved === null);
    const solved = (unbegun === -1 ? group : group.slice(0, unbegun)).flatMap((one) => one.solved ?? []);
    if (solved.length > 0 && (await write(solved)) === "stop") return "stopped";
    if (unbegun !== -1) return "stopped";
  }
}

function launch<Chunk>(execute: Execute<Chunk>, chunk: Chunk): Flight {
  const flight: { solved: SolvedChunk | null | undefined; landing: Promise<void> } = {
    solved: undefined,
    landing: Promise.resolve(),
  };
  flight.landing = execute(chunk).then((solved) => {
    flight.solved = solved;
  });
  // Heard of when its turn comes.
  flight.landing.catch(() => {});
  return flight;
}
