import { americanFootball } from "./american-football.ts";
import { baseball } from "./baseball.ts";
import { basketball } from "./basketball.ts";
import { collegeFootball } from "./college-football.ts";
import { esports } from "./esports.ts";
import { formula1 } from "./formula-1.ts";
import { golf } from "./golf.ts";
import { iceHockey } from "./ice-hockey.ts";
import { mma } from "./mma.ts";
import { nascar } from "./nascar.ts";
import type { Lineup, PublishedContests } from "./rules.ts";
import { soccer } from "./soccer.ts";
import { tennis } from "./tennis.ts";
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
};

/** A book's points for a lineup: 1.5 times the points of a captain or most valuable player. */
export const paid = (lineup: Lineup) =>
  lineup.reduce((sum, { slot, points }) => sum + (CAPTAINS.includes(slot) ? 1.5 : 1) * points, 0);
const CAPTAINS = ["CPT", "MVP"];
