import { expect, test } from "vitest";
import { sportWord } from "../../../src/cli/options/parsers.ts";
import { readGameInfo } from "../../../src/files/pool-rows.ts";
import { projectionColumns } from "../../../src/files/projection-columns.ts";
import {
  canonicalTeam,
  comparablePositions,
  isDefense,
  SPORT_NAMES,
  strangersTo,
} from "../../../src/files/sports.ts";
import { BOOK_NAMES, books } from "../../../src/shared/books.ts";
import { NAME_LIKENESSES, SHORT_FORMS } from "../../../src/shared/name-likenesses.ts";
import { isSuffix, nameKey } from "../../../src/shared/names.ts";

/** The approved meanings of words in files; a change of this file changes how files are read. */
const GOLDEN = "./words.golden.txt";

/** Lookup words that no table's type lists. */
const TEAMS: Readonly<Record<string, string>> = {
  "american-football":
    "ARI ARZ CRD BAL BLT RAV CLE CLV GB GNB GBP HOU HST HTX IND CLT JAX JAC KC KAN KCC LAC SD SDG SDC LAR LA RAM STL LV LVR OAK RAI NE NEP NWE NO NOS NOR SF SFO TB TBB TAM TEN OTI WAS WSH WFT",
  basketball: "BKN BRK BK NJN CHA CHO CHH GS GSW NO NOP NOR NOH NY NYK PHO PHX SA SAS UTA UTAH UTH WAS WSH",
  "ice-hockey":
    "ANA ANH CGY CAL CLS CBJ CLB LA LAK MON MTL NAS NSH NJ NJD SJ SJS TB TBL UTA UTAH UHC VGK VEG VGS LV WAS WSH WPG WIN",
  baseball:
    "ARI AZ ATH OAK CHC CUB CWS CHW KC KCR KAN LAD LOS MIA FLA SD SDP SDG SF SFG SFO TB TBR TAM WAS WSH WSN",
  wnba: "CON CONN GS GSV LA LAS LV LVA NY NYL PHO PHX WAS WSH",
};
const POSITIONS =
  "QB RB FB HB WR TE K PK DST DEF D PG SG SF PF C W LW RW G SP RP 1B 2B 3B SS OF LF CF RF DH P GK FWD MID DEF M F CNSTR TOP JNG ADC SUP TEAM CORE SUPP";
const SPORT_WORDS = "nfl football nba nhl hockey mlb pga f1 ufc lol cs csgo cs2 cod dota";
const STATES = ["In Progress", "Final", "Postponed", "Cancelled", "Canceled", "Suspended", "Delayed", ""];
const SUFFIXES = "Jr Sr II III IV V VI";
const LETTERS = "ø ł đ ð þ ß æ œ ı";

test("words in files have their approved meanings", async () => {
  const text = [
    ...books.flatMap(bookLines),
    ...[...BOOK_NAMES, undefined].flatMap((book) =>
      Object.entries(projectionColumns(book)).map(
        ([column, { names, required }]) =>
          `projections of ${book ?? "any book"}, ${column}${required ? " (needed)" : ""}: ${names.join(" | ")}`,
      ),
    ),
    ...[...SPORT_NAMES, "any other"].map((sport) => `positions of ${sport}: ${positionsOf(sport)}`),
    ...SPORT_NAMES.map(
      (sport) =>
        `defenses of ${sport}: ${POSITIONS.split(" ")
          .filter((word) => isDefense(sport, word))
          .join(" ")}`,
    ),
    ...Object.entries(TEAMS).map(
      ([sport, words]) => `teams of ${sport}: ${meanings(words, (word) => canonicalTeam(sport, word))}`,
    ),
    `sports: ${meanings(SPORT_WORDS, sportWord)}`,
    ...STATES.map((state) => `game "${state}": ${JSON.stringify(readGameInfo(state))}`),
    `letters: ${meanings(LETTERS, nameKey)}`,
    `suffixes: ${SUFFIXES.split(" ").filter(isSuffix).join(" ")}`,
    ...shortForms(),
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot(GOLDEN);
});

function meanings(words: string, meaningOf: (word: string) => string | null): string {
  return words
    .split(" ")
    .map((word) => `${word}=${meaningOf(word) ?? ""}`)
    .join(" ");
}

/** Each sport's positions with the spelling used for comparison, and whether a defense holds it. */
function positionsOf(sport: string): string {
  const own = POSITIONS.split(" ").filter((word) => strangersTo(sport, new Set([word])).length === 0);
  return own
    .map(
      (word) => `${word}=${[...comparablePositions(sport, word)]}${isDefense(sport, word) ? "(team)" : ""}`,
    )
    .join(" ");
}

/** The equivalents of each first name. */
function shortForms(): string[] {
  const names = [...new Set(SHORT_FORMS.flat())].sort();
  const keys = new Map(names.map((name) => [name, NAME_LIKENESSES[2]?.ofListing(`${name} Lander`) ?? []]));
  const namesOf = new Map<string, string[]>();
  for (const [name, own] of keys)
    for (const key of own) namesOf.set(key, [...(namesOf.get(key) ?? []), name]);
  return names.map((name) => {
    const others = new Set((keys.get(name) ?? []).flatMap((key) => namesOf.get(key) ?? []));
    return `${name} may be ${[...others]
      .filter((one) => one !== name)
      .sort()
      .join(", ")}`;
  });
}

function bookLines({ name, salaryFile, ...book }: (typeof books)[number]): string[] {
  const { columns, ...others } = salaryFile;
  return [
    `${name}: ${JSON.stringify({ ...book, ...others })}`,
    ...Object.entries(columns).map(
      ([column, { names, required }]) =>
        `salaries of ${name}, ${column}${required ? " (needed)" : ""}: ${names.join(" | ")}`,
    ),
  ];
}
