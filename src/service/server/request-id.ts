import { randomUUID } from "node:crypto";
import type { Incoming } from "./exchange.ts";

const SOUND = /^[\w.:-]{1,100}$/;

/** The caller's `x-request-id` where it is short and plain, else a new one. */
export function requestIdOf(call: Incoming): string {
  const given = call.header("x-request-id");
  return given !== null && SOUND.test(given) ? given : randomUUID();
}
