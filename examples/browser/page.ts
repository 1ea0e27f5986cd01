/** A page's side: starts the engine, and hands its messages on. */
import type { SlateEdit } from "dfs-lineups/browser";
import type { FromEngine, ToEngine } from "./messages.ts";

/** An open engine. */
export interface Engine {
  open(file: string, bytes: Uint8Array): void;
  /** Returns the number that the answer will carry. */
  edit(edit: SlateEdit): number;
  close(): void;
}

/** Starts an engine that calls `receive` with every message. */
export function startEngine(receive: (message: FromEngine) => void): Engine {
  const worker = new Worker(new URL("engine.js", location.href), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => receive(data));
  const send = (message: ToEngine, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let edits = 0;
  return {
    open: (file, bytes) => send({ kind: "open", file, bytes }, [bytes.buffer]),
    edit(edit) {
      edits += 1;
      send({ kind: "edit", number: edits, edit });
      return edits;
    },
    close: () => worker.terminate(),
  };
}
