import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type fc from "../fast-check.ts";
import { type SmallRequest, smallRequest } from "./small-request.ts";

/**
 * Random requests that contain nothing but their pool, so that only the contest's own rules apply. Salaries
 * are such that lineups are often within the contest's cap, and often not.
 */
export function plainRequest(contest: ContestTable): fc.Arbitrary<SmallRequest> {
  return smallRequest(contest, { crowd: 90 }).map((request) => {
    const { book, contest: name, games, players = [], teams = [], cap } = request.body;
    const factor = contest.salaryCap === null ? 1 : contest.salaryCap.default / Math.max(1, cap ?? 1);
    const cost = ({ salary, captainSalary }: { salary: number; captainSalary?: number | undefined }) => {
      // Even, so that one and a half times it is whole.
      const own = 2 * Math.round((salary * factor) / 2);
      return { salary: own, ...(captainSalary !== undefined && { captainSalary: (own * 3) / 2 }) };
    };
    return {
      ...request,
      body: {
        ...{ book, contest: name, games },
        players: players.map((one) => ({ ...one, ...cost(one) })),
        teams: teams.map((one) => ({ ...one, ...cost(one) })),
      },
      excludedSlots: [],
    };
  });
}
