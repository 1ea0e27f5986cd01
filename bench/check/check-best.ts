import { POINT_UNITS } from "../../src/engine/model/model.ts";
import type { Solution } from "../../src/engine/solver/contract.ts";
import type { LinearRelaxation } from "../rivals/linear-relaxation.ts";
import type { Subject } from "../subject.ts";
import { countBetter } from "./count-better.ts";
import { WrongAnswerError } from "./wrong-answer.ts";

/**
 * Proves that no better lineup is missing: the relaxation's bound is at least the best total, and an
 * independent count of all lineups above the last total equals the number returned.
 * @returns whether the count finished.
 * @throws WrongAnswerError
 */
export function checkBest(
  { model, program }: Subject,
  relaxation: LinearRelaxation,
  solutions: readonly Solution[],
  count: number,
): boolean {
  const solved = relaxation.solve();
  const [best] = solutions;
  if (best && solved === null)
    throw new WrongAnswerError("The relaxation has no solution, but there are lineups.");
  if (best && solved && best.points > solved.gain * program.grid + program.error + POINT_UNITS * 1e-6)
    throw new WrongAnswerError(`The best lineup has more points than the relaxation's ${solved.gain}.`);
  if (solved === null) return true;
  const least = solutions.length < count ? Number.NEGATIVE_INFINITY : solutions.at(-1)!.points;
  const returned = solutions.filter(({ points }) => points > least).length;
  const counted = countBetter(model, program, solved.duals, least);
  if (counted !== null && counted !== returned)
    throw new WrongAnswerError(`${counted} lineups lie above the last total, ${returned} were returned.`);
  return counted !== null;
}
