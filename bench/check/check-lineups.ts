import type { Solution } from "../../src/engine/solver/contract.ts";
import { judgeOf, seatSolutions } from "../engine.ts";
import type { Subject } from "../subject.ts";
import { WrongAnswerError } from "./wrong-answer.ts";

/**
 * Checks each lineup by itself: its sum, order and uniqueness, and its legality by the checks of finished
 * lineups.
 * @throws WrongAnswerError
 */
export function checkLineups({ problem, model }: Subject, solutions: readonly Solution[]): void {
  const seen = new Set<string>();
  for (const [at, { picks, points }] of solutions.entries()) {
    const total = picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0);
    if (total !== points) throw new WrongAnswerError(`Lineup ${at} has ${total} units, not ${points}.`);
    if (at > 0 && points > solutions[at - 1]!.points)
      throw new WrongAnswerError(`Lineup ${at} is better than the one before it.`);
    seen.add(picks.join());
  }
  if (seen.size < solutions.length)
    throw new WrongAnswerError(`Only ${seen.size} of ${solutions.length} lineups are distinct.`);
  const brokenBy = judgeOf(problem);
  for (const [at, lineup] of seatSolutions(model, solutions).entries()) {
    const [violation] = brokenBy(lineup);
    if (violation) throw new WrongAnswerError(`Lineup ${at} is illegal: ${violation.detail}`);
  }
}
