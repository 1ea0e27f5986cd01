import type { MutationResult, OnTrial, Survivor } from "./changes.ts";
import { judge } from "./kept.ts";
import { interval } from "./sample.ts";

/** Tries changes, and reports after each how many are done. */
export type Part = (onTrial: OnTrial) => Promise<MutationResult>;

/**
 * Runs the parts, and prints how many changes the tests detected. The exit code is 1 if a mutant survived
 * without a kept reason, or if a reason matches none.
 */
export async function report({
  parts,
  wanted,
  isWhole,
  kept,
}: {
  readonly parts: Readonly<Record<string, Part>>;
  readonly wanted: readonly string[] | undefined;
  /** Whether every change of every part is tried. */
  readonly isWhole: boolean;
  readonly kept: URL;
}): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => wanted?.includes(name) ?? true);
  if (chosen.length === 0) throw new Error(`--part takes ${Object.keys(parts).join(", ")}.`);
  const survivors: Survivor[] = [];
  const whole: string[] = [];
  for (const [name, run] of chosen) {
    const began = performance.now();
    const result = await run((count, of, missed) => {
      if (missed !== null) process.stderr.write(`survived, ${count} of ${of}: ${shown(missed)}\n`);
      if (process.stderr.isTTY || count % 100 === 0) process.stderr.write(`${name}: ${count} of ${of}\n`);
    });
    survivors.push(...result.survivors);
    if (result.tried === result.of) whole.push(...result.sources);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${name}: ${sumOf(result, judge(kept, result.survivors).explained)}, ${seconds} s`);
  }
  const { unexplained, explained, stale } = judge(kept, survivors);
  console.log(`${explained} surviving changes are kept with a reason.`);
  for (const one of unexplained) console.log(`survived: ${shown(one)}`);
  // A sample, or other files, cannot show that a reason matches none.
  const idle = stale.filter((change) => isWhole || whole.some((source) => change.startsWith(`${source}: `)));
  for (const change of idle) console.log(`a reason is kept for ${change}, which tests now kill`);
  if (unexplained.length + idle.length > 0) process.exitCode = 1;
}

function shown({ change, line }: Survivor): string {
  return `${change}${line === null ? "" : ` (line ${line})`}`;
}

/**
 * Formats the share of detected changes; if there are surviving mutants with reasons, the number of these as
 * well.
 */
function sumOf({ tried, of, survivors, endless }: MutationResult, explained: number): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const part = (killed: number, all: number) => {
    if (tried === of) return `${percent(killed / all)} % killed`;
    const [low, high] = interval(killed, all);
    return `${percent(killed / all)} % killed, 95 % interval ${percent(low)} to ${percent(high)}`;
  };
  const killed = tried - survivors.length;
  const reasons =
    explained === 0 ? "" : `; ${part(killed, tried - explained)} of all but ${explained} that have reasons`;
  return (
    `${tried === of ? "" : `${tried} of `}${of} changes, ${survivors.length} survived ` +
    `(${part(killed, tried)}${endless > 0 ? `, ${endless} by not ending` : ""}${reasons})`
  );
}
