/** A page's engine: a worker that reads files and answers edits, with a solver in a worker of its own. */
import {
  AbortedError,
  createOptimizer,
  LineupError,
  type OpenSlate,
  readSlateFile,
  type SlateEdit,
  slateInputs,
} from "dfs-lineups/browser";
import type { FromEngine, ToEngine } from "./messages.ts";

// A worker that awaited this at its top level would miss messages that arrive meanwhile.
const created = createOptimizer({
  worker: () => new Worker(new URL("solver.js", location.href), { type: "module" }),
  highs: new URL("highs.wasm", location.href),
});
let slate: OpenSlate | undefined;
let running = new AbortController();

function send(message: FromEngine, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

async function open(file: string, bytes: Uint8Array): Promise<void> {
  const read = readSlateFile(bytes, { file });
  const optimizer = await created;
  slate = await optimizer.openSlate(slateInputs(read));
  const names = new Map(read.entries.map(({ uuid, name }) => [uuid, name]));
  send({
    kind: "players",
    names: slate.entries.map(({ uuid }) => names.get(uuid)!),
    points: Float64Array.from(slate.entries, ({ points }) => points),
  });
}

/** Only the last edit matters: a new one ends the search before it. */
async function answer(number: number, edit: SlateEdit): Promise<void> {
  running.abort();
  running = new AbortController();
  const { entries, points } = await slate!.best(edit, { signal: running.signal });
  send({ kind: "lineups", number, entries, points }, [entries.buffer, points.buffer]);
}

self.addEventListener("message", async ({ data }: MessageEvent<ToEngine>) => {
  try {
    await (data.kind === "open" ? open(data.file, data.bytes) : answer(data.number, data.edit));
  } catch (error) {
    if (error instanceof AbortedError) return;
    if (!(error instanceof LineupError)) throw error;
    const number = data.kind === "edit" ? data.number : null;
    send({ kind: "failed", number, code: error.code, text: error.message });
  }
});
