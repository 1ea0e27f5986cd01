import type { Solution } from "../src/engine/solver/contract.ts";
import type { FantasyLineup } from "../src/shared/schema/lineups.ts";
import type { Means } from "./cases/case.ts";
import {
  createOptimizer,
  createPathEngine,
  createRunner,
  createSearch,
  InfeasibleError,
  unpackSolutions,
} from "./engine.ts";
import type { Subject } from "./subject.ts";

/** A started way to the best lineups of one subject. */
export interface Candidate {
  /** The timed operation. */
  run(count: number): Promise<unknown>;
  answer(count: number): Promise<Answer>;
  close(): Promise<void>;
}

/** A candidate's result; no lineups if it reports infeasibility. */
interface Answer {
  readonly solutions: readonly Solution[];
  readonly solver: string;
}

/** Every way to the lineups. */
export const MEANS: { readonly [Name in Means]: (subject: Subject) => Promise<Candidate> } = {
  paths: async ({ model }) => {
    const engine = createPathEngine();
    const run = (count: number) => engine.best(model, count, NEVER);
    return {
      run,
      answer: async (count) => ({ solutions: unpackSolutions(await run(count)), solver: "paths" }),
      close: async () => {},
    };
  },
  auto: (subject) => searching(subject, "auto"),
  highs: (subject) => searching(subject, "highs"),
  optimizer: async (subject) => {
    const { sport, tables, body, projections } = subject;
    const optimizer = await createOptimizer({ threads: 1, rules: tables });
    const run = async (count: number) => {
      try {
        return await optimizer.optimize({ sport, body, projections, count });
      } catch (error) {
        if (error instanceof InfeasibleError) return null;
        throw error;
      }
    };
    return {
      run,
      answer: async (count) => {
        const document = await run(count);
        if (document === null) return { solutions: [], solver: "optimizer" };
        return {
          solutions: document.data.map((lineup) => solutionOf(subject, lineup)),
          solver: document.meta?.solver ?? "optimizer",
        };
      },
      close: () => optimizer.close(),
    };
  },
  slate: async (subject) => {
    const { sport, body, projections } = subject;
    const optimizer = await createOptimizer({ threads: 1 });
    const slate = await optimizer.openSlate({ sport, body, projections });
    const points = slate.entries.map((entry) => entry.points);
    const run = (count: number) => slate.best({ count, points });
    return {
      run,
      answer: async (count) => {
        const { entries, solver } = await run(count);
        return { solutions: solutionsOf(subject, entries, slate.seats), solver };
      },
      close: () => optimizer.close(),
    };
  },
};

/** Never interrupts a solve of the bench. */
const NEVER = {
  flag: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  deadline: Number.POSITIVE_INFINITY,
  milliseconds: Number.POSITIVE_INFINITY,
};

/** The search in the calling thread, where the rival runs as well. */
async function searching({ model }: Subject, solver: "auto" | "highs"): Promise<Candidate> {
  const search = createSearch(createRunner(0));
  const answer = (count: number) => search.best(model, count, solver, {});
  return { run: answer, answer, close: () => search.close() };
}

/** The picks of a document's lineup, and the sum of their points. */
function solutionOf({ problem, model }: Subject, { attributes }: FantasyLineup): Solution {
  const { entry, role, points } = model.picks;
  const seated = Object.entries(attributes.byPositions).flatMap(([name, players]) => {
    const slot = problem.contest.slots.findIndex((one) => one.name === name);
    return players.map(({ uuid }) => ({ uuid, role: model.slots[slot]!.role }));
  });
  const picks = seated.map((seat) =>
    entry.findIndex((of, pick) => problem.entries[of]!.uuid === seat.uuid && role[pick] === seat.role),
  );
  return {
    picks: picks.sort((a, b) => a - b),
    points: picks.reduce((sum, pick) => sum + points[pick]!, 0),
  };
}

/** The picks of packed lineups, and the sums of their points. */
function solutionsOf({ model }: Subject, entries: Int32Array, seats: Int32Array): Solution[] {
  const { entry, role, points } = model.picks;
  return Array.from({ length: entries.length / seats.length }, (_, lineup) => {
    const picks = Array.from(seats, (slot, seat) =>
      entry.findIndex(
        (of, pick) => of === entries[lineup * seats.length + seat] && role[pick] === model.slots[slot]!.role,
      ),
    );
    return {
      picks: picks.sort((a, b) => a - b),
      points: picks.reduce((sum, pick) => sum + points[pick]!, 0),
    };
  });
}
