import { setImmediate } from "node:timers/promises";

/** Turns of the event loop in which what is settled already, and needs no other thread, is told to all who wait. */
const TURNS = 10;

/** Whether a promise settles without waiting for anything but the event loop. */
export async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < TURNS && !settled; turn += 1) await setImmediate();
  return settled;
}
