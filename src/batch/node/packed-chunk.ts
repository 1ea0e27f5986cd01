import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { STATES, type State } from "../outcome.ts";
import type { ChunkPlace } from "../plan.ts";
import type { SolvedChunk } from "./store.ts";

const compress = promisify(gzip);

/** The compression level of chunks; their bytes depend on it. */
const LEVEL = 6;

/** A job's row with its result and timing. */
export interface SolvedJob {
  readonly row: Uint8Array;
  readonly result: string;
  readonly timing: string;
  readonly state: State;
}

/** Encodes a chunk's answers for writing: its rows are one member of a gzip file. */
export async function packChunk(
  { index, segment }: Pick<ChunkPlace, "index" | "segment">,
  jobs: readonly SolvedJob[],
): Promise<SolvedChunk> {
  const rows = await compress(Buffer.concat(jobs.map(({ row }) => row)), { level: LEVEL });
  const count = (wanted: State) => jobs.filter(({ state }) => state === wanted).length;
  return {
    index,
    segment,
    rows,
    results: Buffer.from(jobs.map(({ result }) => result).join("")),
    timings: Buffer.from(jobs.map(({ timing }) => timing).join("")),
    states: Object.fromEntries(STATES.map((state) => [state, count(state)])) as Record<State, number>,
  };
}
