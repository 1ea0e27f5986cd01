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
import type { SlateShape } from "./shape.ts";
import { soccer } from "./soccer.ts";
import { tennis } from "./tennis.ts";
import { ufl } from "./ufl.ts";
import { wnba } from "./wnba.ts";

/** The slates of all contests. */
export const SHAPES: readonly SlateShape[] = [
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
];

/** The slate's name, such as `basketball.bookB.classic`. */
export function slateName({ sport, book, contest }: SlateShape): string {
  return `${sport}.${book}.${contest}`;
}
