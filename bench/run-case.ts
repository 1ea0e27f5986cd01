import type { BenchCase, Phase } from "./cases/case.ts";
import { checkAgainstHighs } from "./check/check-against-highs.ts";
import { checkBest } from "./check/check-best.ts";
import { checkLineups } from "./check/check-lineups.ts";
import { WrongAnswerError } from "./check/wrong-answer.ts";
import { type Candidate, MEANS } from "./means.ts";
import { interleave, type Plan } from "./measure/interleave.ts";
import { checkPortfolio } from "./portfolios/check-portfolio.ts";
import { portfolioOf } from "./portfolios/portfolio-of.ts";
import type { Result } from "./result.ts";
import { createLinearRelaxation, type LinearRelaxation } from "./rivals/linear-relaxation.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** How much is checked before timing, and for how long it is timed. */
export interface Effort {
  /** The number of totals to compare with HiGHS, and its time limit. */
  readonly highs: { readonly count: number; readonly milliseconds: number };
  /** Null to check everything without timing. */
  readonly plan: Plan | null;
  /** Phases with more lineups use this number instead. */
  readonly mostLineups: number;
  /** The time limit of a portfolio in milliseconds. */
  readonly portfolioTime: number;
  /** Processes started to measure peak memory. */
  readonly processes: number;
}

/** A prepared case: its request, its rival and its solver. */
interface Stage {
  readonly subject: Subject;
  readonly relaxation: LinearRelaxation;
  readonly candidate: Candidate;
}

/**
 * Checks each phase of a case and then times it.
 * @throws WrongAnswerError before anything wrong is timed.
 */
export async function* runCase(bench: BenchCase, effort: Effort): AsyncGenerator<Result> {
  const subject = subjectOf(bench);
  const relaxation = await createLinearRelaxation(subject.program);
  if (bench.portfolio !== undefined) {
    for (const phase of bench.phases) yield await runPortfolio(bench, phase, { subject, relaxation }, effort);
    return;
  }
  const candidate = await MEANS[bench.by](subject);
  try {
    const compared = await compareWithHighs(bench, { subject, relaxation, candidate }, effort);
    for (const phase of bench.phases)
      yield await runPhase(bench, phase, { subject, relaxation, candidate }, effort, compared);
  } finally {
    await candidate.close();
  }
}

async function runPhase(
  bench: BenchCase,
  phase: Phase,
  stage: Stage,
  { plan, mostLineups }: Effort,
  compared: string,
): Promise<Result> {
  const { subject, relaxation, candidate } = stage;
  const rival = () => relaxation.run();
  const common = { name: bench.name, unit: "LP relaxations", goal: phase.goal } as const;
  if (phase.kind === "build") {
    const measured = await measure(rival, subject.build, plan);
    return { ...common, phase: "build", ...measured, solver: "", proof: "" };
  }
  const count = Math.min(phase.count, mostLineups);
  const { solver, proof } = await check(bench, stage, count);
  const measured = await measure(rival, () => candidate.run(count), plan);
  return { ...common, phase: phaseName(bench, count), ...measured, solver, proof: `${proof}${compared}` };
}

/** Joint and swapped lineups are not the best that earlier ones allow. */
const NONE_RESOLVED = { count: 0, milliseconds: 0 };

/** Builds a portfolio. What misses its gap or lacks lineups is timed once. */
async function runPortfolio(
  bench: BenchCase,
  phase: Phase,
  { subject, relaxation }: Pick<Stage, "subject" | "relaxation">,
  { plan: timing, mostLineups, highs, portfolioTime }: Effort,
): Promise<Result> {
  const asked = bench.portfolio!;
  const count = phase.kind === "build" ? 1 : Math.min(phase.count, mostLineups);
  const { plan, answer, close } = await portfolioOf(subject, asked, count, portfolioTime);
  try {
    const begin = performance.now();
    const found = await answer();
    const { solver, missed } = found;
    const once = performance.now() - begin;
    const isJoint = asked.gap !== undefined || missed !== null;
    const proof = await checkPortfolio(subject, plan, found, isJoint ? NONE_RESOLVED : highs);
    const measured =
      missed === null || timing === null
        ? await measure(() => relaxation.run(), answer, timing)
        : inRelaxations(once, relaxation);
    return {
      name: bench.name,
      unit: "LP relaxations",
      goal: phase.goal,
      phase: phaseName(bench, count),
      ...measured,
      solver,
      proof,
      ...(missed !== null && { missed }),
    };
  } finally {
    await close();
  }
}

/** Runs that the yardstick of a single run is the mean of. */
const YARDSTICKS = 300;

/** The time of a single run, in milliseconds, as a measurement. */
function inRelaxations(candidate: number, relaxation: LinearRelaxation) {
  const begin = performance.now();
  for (let run = 0; run < YARDSTICKS; run += 1) relaxation.run();
  const rival = (performance.now() - begin) / YARDSTICKS;
  const median = candidate / rival;
  const ratio = { median, lowerQuartile: median, upperQuartile: median };
  return { ...ratio, samples: 1, milliseconds: { candidate, rival } };
}

function phaseName({ infeasible }: BenchCase, count: number): string {
  if (infeasible) return "refuse";
  return count === 1 ? "first lineup" : `${count.toLocaleString("en-US")} lineups`;
}

async function check(bench: BenchCase, { subject, relaxation, candidate }: Stage, count: number) {
  const { solutions, solver } = await candidate.answer(count);
  if (solutions.length === 0 && !bench.infeasible) throw new WrongAnswerError("There are no lineups.");
  if (solutions.length > 0 && bench.infeasible) throw new WrongAnswerError("There are lineups.");
  checkLineups(subject, solutions);
  const proved = bench.unproved !== true && checkBest(subject, relaxation, solutions, count);
  return { solver, proof: proved ? "counted" : "not counted" };
}

async function compareWithHighs(
  { name, by, unproved = false }: BenchCase,
  { subject, candidate }: Stage,
  { highs, mostLineups }: Effort,
): Promise<string> {
  const count = Math.min(highs.count, mostLineups);
  if (count === 0 || by === "highs" || unproved) return "";
  const { solutions } = await candidate.answer(count);
  try {
    const compared = await checkAgainstHighs(subject, solutions, count, highs.milliseconds);
    return compared === 0 && solutions.length > 0 ? ", HiGHS late" : `, HiGHS ${compared}`;
  } catch (error) {
    if (error instanceof WrongAnswerError) throw new WrongAnswerError(`${name}: ${error.message}`);
    throw error;
  }
}

const UNTIMED = { median: 0, lowerQuartile: 0, upperQuartile: 0, samples: 0, milliseconds: null };

async function measure(rival: () => void, candidate: () => unknown, plan: Plan | null) {
  if (plan === null) return UNTIMED;
  const { ratio, pairs, candidate: own, rival: other } = await interleave(rival, candidate, plan);
  return { ...ratio, samples: pairs, milliseconds: { candidate: own, rival: other } };
}
