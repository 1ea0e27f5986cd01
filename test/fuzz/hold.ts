import { LineupError } from "../../src/errors.ts";
import type { Target } from "./targets.ts";

/** What became of a text. */
export interface Outcome {
  readonly kind: "answered" | "refused";
  readonly milliseconds: number;
}

const namesOf = (value: object) => Object.getOwnPropertyNames(value).sort().join();
const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const BEFORE = PROTOTYPES.map(namesOf);

/** Gives a target a text. @throws Error for an error that is none of the package's own, and for a changed prototype. */
export async function hold(target: Target, text: string): Promise<Outcome> {
  const began = performance.now();
  const kind = await answerOf(target, text);
  const milliseconds = performance.now() - began;
  for (const [at, prototype] of PROTOTYPES.entries())
    if (namesOf(prototype) !== BEFORE[at]) throw new Error(`${target.name} changed a prototype.`);
  return { kind, milliseconds };
}

async function answerOf(target: Target, text: string): Promise<Outcome["kind"]> {
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
