import { LineupError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Program } from "../model/program.ts";
import type { BinarySolver } from "../solver/binary.ts";
import type { Bound } from "../solver/bound.ts";
import type { HighsModule } from "../solver/highs.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import type { PackedSolutions } from "../solver/packed-solutions.ts";
import { createPathEngine } from "../solver/paths/index.ts";
import { BINARY_SOLVERS, type BinarySolverName } from "../solver/registry.ts";
import type { Part } from "../solver/restrict.ts";
import type { PartSolution } from "./parts.ts";

/** Everything that a thread can be asked to do; arguments and answers are plain data. */
export interface TaskTypes {
  readonly bound: {
    readonly input: { readonly solver: BinarySolverName; readonly program: Program };
    readonly output: Bound | null;
  };
  readonly part: {
    readonly input: {
      readonly solver: BinarySolverName;
      readonly program: Program;
      readonly part: Part;
      readonly threshold: number;
    };
    readonly output: PartSolution | null;
  };
  readonly paths: {
    readonly input: { readonly model: Model; readonly count: number };
    readonly output: PackedSolutions;
  };
}

export type TaskKind = keyof TaskTypes;

export type Tasks = {
  readonly [K in TaskKind]: (
    input: TaskTypes[K]["input"],
    interrupt: Interrupt,
  ) => Promise<TaskTypes[K]["output"]>;
};

/** The tasks of one thread. Solvers other than the path engine are loaded when they are first needed. */
export function createTasks(compileHighs: () => Promise<HighsModule>): Tasks {
  const loaded: Partial<Record<BinarySolverName, Promise<BinarySolver>>> = {};
  const pathEngine = createPathEngine();

  async function using<Result>(
    name: BinarySolverName,
    use: (solver: BinarySolver, parts: typeof import("./parts.ts")) => Result,
  ): Promise<Result> {
    loaded[name] ??= BINARY_SOLVERS[name]({ compileHighs });
    try {
      return use(await loaded[name], await import("./parts.ts"));
    } catch (error) {
      // What broke is started anew for the next task.
      if (!(error instanceof LineupError)) delete loaded[name];
      throw error;
    }
  }

  return {
    bound: ({ solver, program }, interrupt) =>
      using(solver, (binary, { boundProgram }) => boundProgram(binary, program, interrupt)),
    part: ({ solver, program, part, threshold }, interrupt) =>
      using(solver, (binary, { solvePart }) => solvePart(binary, program, part, threshold, interrupt)),
    paths: ({ model, count }, interrupt) => pathEngine.best(model, count, interrupt),
  };
}
