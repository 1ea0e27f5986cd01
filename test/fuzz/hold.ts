import { LineupError } from "../../src/shared/errors.ts";
import type { Target } from "./targets.ts";

type Outcome = "answered" | "refused";

/** Longer than any time limit that a target sets: a target that uses more processor time hangs. */
const MOST_MILLISECONDS = 60_000;

const namesOf = (value: object) => Object.getOwnPropertyNames(value).sort().join();
const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const BEFORE = PROTOTYPES.map(namesOf);

/**
 * Runs a target on a text.
 * @throws Error for an error from outside the package, for a changed prototype, and for a hang.
 */
export async function hold(target: Target, text: string): Promise<Outcome> {
  const began = process.cpuUsage();
  const kind = await answerOf(target, text);
  const { user, system } = process.cpuUsage(began);
  const milliseconds = (user + system) / 1000;
  if (milliseconds > MOST_MILLISECONDS) throw new Error(`${target.name} took ${milliseconds} ms.`);
  for (const [at, prototype] of PROTOTYPES.entries())
    if (namesOf(prototype) !== BEFORE[at]) throw new Error(`${target.name} changed a prototype.`);
  return kind;
}

async function answerOf(target: Target, text: string): Promise<Outcome> {
  try {
    await target.run(text);
    return "answered";
  } catch (error) {
    if (!(error instanceof LineupError)) throw new Error(`${target.name}: ${stackOf(error)}`);
    if (error.kind === "fault") throw new Error(`${target.name} blames itself: ${error.message}`);
    return "refused";
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
