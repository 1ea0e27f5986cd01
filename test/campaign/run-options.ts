import { type ParseArgsConfig, parseArgs } from "node:util";
import { withNpmOptions } from "./npm-options.ts";

/** How long a script runs, from which seed, and on which tests. */
interface RunOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Everything if absent. */
  readonly only: readonly string[] | undefined;
}

/**
 * Reads a script's `--minutes`, `--seed` and `--only`, however `npm run` passes them, and its other
 * arguments.
 * @throws Error naming an option that is unknown or not a number.
 */
export function runOptions<Own extends NonNullable<ParseArgsConfig["options"]>>(
  own: Own,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
) {
  const { values } = parseArgs({
    args: withNpmOptions(args, ["minutes", "seed"], environment),
    options: {
      minutes: { type: "string", default: "10" },
      seed: { type: "string", default: `${Date.now() % 2 ** 31}` },
      only: { type: "string", multiple: true },
      ...own,
    },
  });
  const given = values as typeof values & { minutes: string; seed: string; only?: string[] };
  const [minutes, seed] = [Number(given.minutes), Number(given.seed)];
  if (given.minutes.trim() === "" || !(minutes >= 0 && minutes < Number.POSITIVE_INFINITY))
    throw new Error(`--minutes takes a number of 0 or more, not "${given.minutes}".`);
  if (given.seed.trim() === "" || !Number.isInteger(seed))
    throw new Error(`--seed takes a whole number, not "${given.seed}".`);
  const options: RunOptions = { minutes, seed, only: given.only };
  return { ...values, ...options };
}
