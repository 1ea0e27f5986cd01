import { startWorker } from "../address.ts";
import type { CallName, Calls, FromEngine, ToEngine } from "../engine/calls.ts";
import type { Failed } from "../engine/messages.ts";

export class CallError extends Error {
  override readonly name = "CallError";
  readonly failed: Failed;

  constructor(failed: Failed) {
    super(failed.text);
    this.failed = failed;
  }
}

interface Waiting {
  readonly progress: (state: never) => void;
  readonly resolve: (output: never) => void;
  readonly reject: (error: CallError) => void;
}

const waiting = new Map<number, Waiting>();
let created = 0;

const worker = startWorker("engine.js");
worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
  const one = waiting.get(data.id);
  if ("progress" in data) return one?.progress(data.progress as never);
  waiting.delete(data.id);
  if ("output" in data) one?.resolve(data.output as never);
  else one?.reject(new CallError(data.failed));
});

const send = (message: ToEngine, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

/** A running call. `stop("keep")` makes it return what it has found so far, if the call supports that. */
export interface Call<Name extends CallName> {
  readonly answer: Promise<Calls[Name]["output"]>;
  stop(how?: "drop" | "keep"): void;
}

/** Calls the engine. The answer rejects with a CallError; stopped calls have the code `aborted`. */
export function call<Name extends CallName>(
  name: Name,
  input: Calls[Name]["input"],
  progress: (state: Calls[Name]["progress"]) => void = () => {},
): Call<Name> {
  created += 1;
  const id = created;
  const answer = new Promise<Calls[Name]["output"]>((resolve, reject) => {
    waiting.set(id, { progress: progress as Waiting["progress"], resolve, reject });
  });
  send({ id, call: name, input });
  return { answer, stop: (how = "drop") => send({ id, stop: how }) };
}
