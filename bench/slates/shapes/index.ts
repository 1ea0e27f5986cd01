import { americanFootball } from "./american-football.ts";
import { baseball } from "./baseball.ts";
import { basketball } from "./basketball.ts";
import { collegeFootball } from "./college-football.ts";
import { iceHockey } from "./ice-hockey.ts";
import { mma } from "./mma.ts";
import type { SlateShape } from "./shape.ts";
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
];

/** The slate's name, such as `basketball.bookB.classic`. */
export function slateName({ sport, book, contest }: SlateShape): string {
  return `${sport}.${book}.${contest}`;
}
