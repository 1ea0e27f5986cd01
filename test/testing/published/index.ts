import { americanFootball } from "./american-football.ts";
import { baseball } from "./baseball.ts";
import { basketball } from "./basketball.ts";
import { canadianFootball } from "./canadian-football.ts";
import { collegeBasketball } from "./college-basketball.ts";
import { collegeFootball } from "./college-football.ts";
import { esports } from "./esports.ts";
import { euroleague } from "./euroleague.ts";
import { formula1 } from "./formula-1.ts";
import { golf } from "./golf.ts";
import { iceHockey } from "./ice-hockey.ts";
import { mma } from "./mma.ts";
import { nascar } from "./nascar.ts";
import type { Lineup, PublishedContest, PublishedContests } from "./rules.ts";
import { soccer } from "./soccer.ts";
import { tennis } from "./tennis.ts";
import { ufl } from "./ufl.ts";
import { wnba } from "./wnba.ts";

/** What the books publish of every built-in contest. */
export const PUBLISHED: PublishedContests = {
  ...americanFootball,
  ...basketball,
  ...iceHockey,
  ...baseball,
  ...collegeFootball,
  ...wnba,
  ...mma,
  ...golf,
  ...nascar,
  ...formula1,
  ...tennis,
  ...soccer,
  ...esports,
  ...collegeBasketball,
  ...euroleague,
  ...canadianFootball,
  ...ufl,
};

/** A book's points for a lineup: 1.5 times a captain's, unless the contest pays its slots otherwise. */
export const paidBy =
  ({ pays = { CPT: 1.5, MVP: 1.5 } }: PublishedContest) =>
  (lineup: Lineup) =>
    lineup.reduce((sum, { slot, points }) => sum + (pays[slot] ?? 1) * points, 0);
