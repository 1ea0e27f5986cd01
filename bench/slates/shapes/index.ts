import { bookFileName } from "../../../src/shared/books.ts";
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

/** The contest that a reader of the slate's file must be given; undefined if the file shows it. */
export function contestToGive(name: string): string | undefined {
  const shape = SHAPES.find((one) => slateName(one) === name);
  return shape?.looksLike === undefined ? undefined : shape.contest;
}

/** The slate's name, such as `basketball.fanduel.classic`. */
export function slateName({
  sport,
  book,
  contest,
}: Readonly<Record<"sport" | "book" | "contest", string>>): string {
  return `${sport}.${bookFileName(book)}.${contest}`;
}
