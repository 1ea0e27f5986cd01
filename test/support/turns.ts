import { setImmediate } from "node:timers/promises";

/** Turns of the event loop in which already settled results reach all waiting callers. */
const TURNS = 10;

/** Whether a promise settles after event-loop turns alone. */
export async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < TURNS && !settled; turn += 1) await setImmediate();
  return settled;
}
