import { Command, Option } from "commander";
import type { LineupInclude } from "../lineup/included.ts";
import type { Optimizer } from "../optimizer.ts";
import { createOptimizer } from "../platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../schema/lineups.ts";
import { parseInput } from "../schema/parse.ts";
import { lineupRequestSchema, MAXIMUM_COUNT } from "../schema/request.ts";
import { SOLVER_NAMES, type SolverName } from "../schema/solver-names.ts";
import { formatOption, listOf, rulesOption, wholeNumber } from "./arguments.ts";
import { interruptible } from "./interrupt.ts";
import { addInputOptions, type InputOptions, type LineupInput, readLineupInput } from "./lineup-input.ts";
import { lineupRows } from "./lineup-rows.ts";
import { asJson, note, writeResult } from "./output.ts";
import { located } from "./places.ts";
import { lineupTables } from "./render/lineup-table.ts";
import { uploadRows } from "./render/upload-rows.ts";
import { usageError } from "./usage-error.ts";

const INCLUDES: readonly LineupInclude[] = ["selections", "defenseSpecialTeams"];
const MOST_THREADS = 64;
/** How many people a note names. */
const NAMED = 8;
const MOST_SECONDS = 86_400;

interface Options extends InputOptions {
  readonly count?: number;
  readonly solver: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly include?: readonly LineupInclude[];
  readonly rules: readonly string[];
  readonly format: "table" | "json" | "csv";
}

/** Finds the best lineups of a request or of a salary file. */
export function optimizeCommand(): Command {
  return addInputOptions(
    new Command("optimize").description(
      "Find the best lineups of a request, or of a book's salary file. csv is one lineup a row in the book's upload order.",
    ),
  )
    .addOption(
      new Option(
        "--count <n>",
        `how many lineups, 1 to ${MAXIMUM_COUNT} (default: the request's, else 3)`,
      ).argParser(wholeNumber(1, MAXIMUM_COUNT)),
    )
    .addOption(
      new Option("--solver <solver>", "which solver finds them; auto takes the fastest that can")
        .choices(["auto", ...SOLVER_NAMES])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--threads <n>",
        "worker threads; 0 solves in the main one (default: one less than the cores)",
      ).argParser(wholeNumber(0, MOST_THREADS)),
    )
    .addOption(
      new Option(
        "--time-limit <seconds>",
        "give up after so long; nothing is written then (default: 600)",
      ).argParser(wholeNumber(1, MOST_SECONDS)),
    )
    .addOption(
      new Option(
        "--include <list>",
        "with --format json: carry these resources, separated by commas: selections, defenseSpecialTeams",
      ).argParser(listOf(INCLUDES)),
    )
    .addOption(rulesOption())
    .addOption(formatOption(["table", "json", "csv"]))
    .action(optimize);
}

async function optimize(options: Options): Promise<void> {
  if (options.include !== undefined && options.format !== "json")
    throw usageError("--include", `goes with --format json; ${options.format} names the players anyway.`);
  const input = await readLineupInput(options);
  for (const text of input.notes) note(text);
  const optimizer = await createOptimizer({
    solver: options.solver,
    rules: options.rules,
    ...(options.threads !== undefined && { threads: options.threads }),
    ...(options.timeLimit !== undefined && { timeLimit: options.timeLimit * 1000 }),
  });
  try {
    const document = await solve(optimizer, input, options);
    noteWithoutProjection(document, input);
    await writeResult(rendered(optimizer, input, document, options));
  } finally {
    await optimizer.close();
  }
}

/** Solves until it is done or a signal comes; errors speak of files and names. */
async function solve(
  optimizer: Optimizer,
  input: LineupInput,
  options: Options,
): Promise<FantasyLineupDocument> {
  const { sport, body, projections, places } = input;
  const include = options.format === "json" ? options.include : INCLUDES;
  try {
    return await interruptible((signal) =>
      optimizer.optimize({ sport, body, projections, count: options.count }, { signal, include }),
    );
  } catch (error) {
    throw located(error, places);
  }
}

function noteWithoutProjection({ meta }: FantasyLineupDocument, { places }: LineupInput): void {
  const guids = meta?.withoutProjection ?? [];
  if (guids.length === 0) return;
  const names = guids.slice(0, NAMED).map((guid) => places.labelOf(guid) ?? guid);
  const more = guids.length > names.length ? `, and ${guids.length - names.length} more` : "";
  note(`left out ${guids.length} of the pool for want of a projection: ${names.join(", ")}${more}.`);
}

function rendered(
  { catalog }: Optimizer,
  input: LineupInput,
  document: FantasyLineupDocument,
  { format }: Options,
): string {
  if (format === "json") return asJson(document);
  const request = parseInput(lineupRequestSchema, input.body);
  const contest = catalog.contest(input.sport, request.book, request.contest);
  const lineups = lineupRows(document, request, input.projections, contest);
  return format === "csv" ? uploadRows(contest, lineups) : lineupTables(lineups);
}
