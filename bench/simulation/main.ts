/**
 * Times draws of a slate, each solved exactly, and a contest's draws against one linear relaxation of the
 * slate's model, by processor time of one thread, and draws on two threads against one by wall time. First
 * compares some draws with the whole path engine; `--quick` for a quick look.
 */
import type { DrawSource } from "../../src/engine/model/draw-source.ts";
import { sampleSlate } from "../cases/slates.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import {
  createDrawSolver,
  createOptimizer,
  createPathEngine,
  Drawing,
  drawSourceOf,
  loadCatalog,
  loadOrdered,
} from "../engine.ts";
import { summarize } from "../measure/statistics.ts";
import { createLinearRelaxation } from "../rivals/linear-relaxation.ts";
import { type Subject, subjectOf } from "../subject.ts";
import { twoThreads } from "./threads.ts";

const ALL = 10_000;
/** Draws timed between two runs of the yardstick: one block. */
const BLOCK = 256;
const isQuick = process.argv.includes("--quick");
/** Draws of each slate that are compared with the whole path engine. */
const CHECKED = isQuick ? 50 : 2_000;
const YARDSTICK_RUNS = 20;
const OPPONENTS = 100_000;

const CASES = [
  { name: "american-football.draftkings.classic", goal: 600 },
  { name: "basketball.draftkings.classic", goal: 700 },
  { name: "american-football.draftkings.showdown", goal: 3_000 },
  { name: "american-football.draftkings.classic", stack: true, goal: 3_000 },
];

const blocks = isQuick ? 4 : 16;
const THREADED = 60_000;
const catalog = await loadCatalog();

await loadOrdered();
for (const { name, goal, stack = false } of CASES) {
  const subject = subjectOf({ slate: () => sampleSlate(name), ask: () => ({ stack }) });
  const source = await sourceOf(subject);
  check(name, subject, source);
  const yardstick = await yardstickOf(subject);
  const solver = createDrawSolver(subject.model);
  const drawing = new Drawing(source, subject.model.picks.entry);
  const solveBlock = (block: number) => {
    drawing.begin(block);
    solver.forget();
    for (let draw = 0; draw < BLOCK; draw += 1) {
      drawing.next();
      solver.best(drawing.points);
    }
  };
  solveBlock(0);
  const ratios: number[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const own = yardstick();
    ratios.push((spent(() => solveBlock(block)) / BLOCK / own) * ALL);
  }
  report(`${name}${stack ? ", stack" : ""}: ${ALL.toLocaleString("en-US")} draws`, ratios, goal);
}

await using optimizer = await createOptimizer({ threads: 0 });
const subject = subjectOf({ slate: () => sampleSlate("american-football.draftkings.classic") });
const { sport, body, projections } = subject;
const { data } = await optimizer.optimize({ sport, body, projections, count: 150 });
const entries = data.map(({ attributes }) =>
  Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
    seats.map(({ uuid }) => ({ uuid, slot })),
  ),
);
const yardstick = await yardstickOf(subject);
const playing = async (draws: number) => {
  const before = process.cpuUsage();
  const field = { size: OPPONENTS };
  const payouts = { fee: 5, shape: "top-heavy" as const };
  await optimizer.contest({ sport, body, projections, entries, payouts, field }, { draws });
  return milliseconds(process.cpuUsage(before));
};
await playing(BLOCK);
const ratios: number[] = [];
for (let turn = 0; turn < blocks; turn += 4) {
  const relaxation = yardstick();
  ratios.push((await playing(ALL)) / relaxation);
}
report(
  `a field of ${OPPONENTS.toLocaleString("en-US")} times ${ALL.toLocaleString("en-US")} draws`,
  ratios,
  2_000,
);

const { one, two, most } = await twoThreads(subject, THREADED);
console.log(
  `${THREADED.toLocaleString("en-US")} draws by the clock: ${one.toFixed(2)} s on one thread, ${two.toFixed(2)} s on two, ${(one / two).toFixed(2)} times as fast (goal 1.8; two loops that share nothing ${most.toFixed(2)})`,
);

async function sourceOf({ sport: of, problem, model }: Subject): Promise<DrawSource> {
  return drawSourceOf(problem, model, { table: await catalog.outcomesTable(of), seed: 1, known: [] });
}

/** Milliseconds of one relaxation, measured at each call. */
async function yardstickOf({ program }: Subject): Promise<() => number> {
  const relaxation = await createLinearRelaxation(program);
  const run = () => {
    for (let turn = 0; turn < YARDSTICK_RUNS; turn += 1) relaxation.run();
  };
  for (let turn = 0; turn < 5; turn += 1) run();
  return () => spent(run) / YARDSTICK_RUNS;
}

/**
 * Call `loadOrdered` first.
 * @throws WrongAnswerError if a draw's best lineup differs in points from the whole engine's
 */
function check(name: string, { model }: Subject, source: DrawSource): void {
  const engine = createPathEngine();
  const solver = createDrawSolver(model);
  const drawing = new Drawing(source, model.picks.entry);
  drawing.begin(0);
  for (let draw = 0; draw < CHECKED; draw += 1) {
    drawing.next();
    const [expected] = engine.bestNow(
      { ...model, picks: { ...model.picks, points: drawing.points } },
      1,
    ).points;
    const found = solver.best(drawing.points).points[0];
    if (found !== expected)
      throw new WrongAnswerError(`${name}: draw ${draw} has ${found}, not ${expected}.`);
  }
}

function spent(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return milliseconds(process.cpuUsage(before));
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

function report(what: string, ratios: readonly number[], goal: number): void {
  const { median, lowerQuartile, upperQuartile } = summarize(ratios);
  const within = `${lowerQuartile.toFixed(0)} to ${upperQuartile.toFixed(0)}`;
  console.log(`${what}: ${median.toFixed(0)} LP relaxations (${within}, goal ${goal})`);
}
