import { listingsOf } from "../../files/slate.ts";
import type { OptimizeOptions, Optimizer } from "../../optimizer/optimizer.ts";
import { TOGETHER_TIME_LIMIT } from "../../optimizer/options.ts";
import { createOptimizer } from "../../platform/node/optimizer.ts";
import { LineupError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { counted, grouped } from "../../shared/words.ts";
import { locating, type Places } from "../errors.ts";
import type { BookFiles, LineupInput } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeLineups } from "../output.ts";
import { interruptibly } from "../progress.ts";
import { type FoundLineups, type RenderOptions, renderLineups } from "../render/lineups.ts";
import { lookOf, STANDARD_OUTPUT } from "../render/text.ts";

type SolvingOptions = Pick<Options<"optimize">, "rules" | "scoring" | "threads" | "timeLimit"> &
  Partial<Pick<Options<"optimize">, "solver" | "outcomes">>;

export function optimizerOf(options: SolvingOptions): Promise<Optimizer> {
  const { solver, threads, timeLimit, rules, scoring, outcomes } = options;
  return createOptimizer({
    ...{ solver, rules, scoring, outcomes },
    ...(threads !== undefined && { threads }),
    ...(timeLimit !== undefined && { timeLimit: timeLimit * 1000 }),
  });
}

export function togetherLimit({ timeLimit }: Pick<SolvingOptions, "timeLimit">): number {
  return timeLimit === undefined ? TOGETHER_TIME_LIMIT : timeLimit * 1000;
}

export function bestLineups(
  optimizer: Optimizer,
  { request, places }: Pick<LineupInput, "request" | "places">,
  count: number | undefined,
  { asked, ...options }: Omit<OptimizeOptions, "signal"> & { readonly asked: number },
): Promise<FantasyLineupDocument> {
  return locating(places, () =>
    interruptibly(`finding the ${grouped(asked)} best lineups`, (signal) =>
      optimizer.optimize({ ...request, count }, { ...options, signal }),
    ),
  );
}

export async function writeFound(
  found: FoundLineups,
  {
    output = STANDARD_OUTPUT,
    ...options
  }: Pick<RenderOptions, "format" | "long" | "bom"> & { readonly output?: string | undefined },
): Promise<void> {
  const split = output !== STANDARD_OUTPUT;
  await writeLineups(await renderLineups(found, { ...options, split, look: lookOf(output) }), output);
}

const MOST_NAMES = 8;

interface LeftOut {
  readonly withoutProjection?: readonly string[] | undefined;
  readonly withoutSlot?: readonly string[] | undefined;
  readonly unavailable?: readonly string[] | undefined;
}

export function noteLeftOut(
  { withoutProjection = [], withoutSlot = [], unavailable = [] }: LeftOut,
  { labelOf }: Pick<Places, "labelOf">,
): void {
  const reasons = [
    { guids: withoutProjection, why: "because they have no projection" },
    { guids: withoutSlot, why: "because no slot takes their position" },
    { guids: unavailable, why: "because they are injured, suspended or not active" },
  ];
  for (const { guids, why } of reasons) {
    if (guids.length === 0) continue;
    const names = guids.slice(0, MOST_NAMES).map((guid) => labelOf?.(guid) ?? guid);
    const more = guids.length > names.length ? `, and ${guids.length - names.length} more` : "";
    note(`left out ${counted(guids.length, "player")} ${why}: ${names.join(", ")}${more}.`);
  }
}

export function noteNobodyOut(
  { poolFile, slate }: Pick<BookFiles, "poolFile" | "slate">,
  option: string,
): void {
  if (listingsOf(slate).some(({ status }) => status !== null)) return;
  note(
    `${poolFile} does not say who is out. Give a salary file that does (--salaries), or name the players: ${option}, or a file of them, --news.`,
  );
}

class RefusedError extends LineupError {
  override readonly name = "RefusedError";
}

export function noteFewer(found: number, asked: number, strict = false): void {
  if (found >= asked) return;
  const fewer = `found ${found} of the ${asked} requested lineups: no others meet all rules.`;
  const detail = `${fewer} With --strict nothing is written.`;
  if (strict)
    throw new RefusedError(detail, { code: "refused", kind: "infeasible", status: 422, title: "Refused" });
  note(fewer);
}
