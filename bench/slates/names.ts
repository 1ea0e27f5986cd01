import type { Random } from "./random.ts";

const FIRST = [
  "Ad",
  "Bor",
  "Cas",
  "Dar",
  "El",
  "Fen",
  "Gar",
  "Hol",
  "Iv",
  "Jor",
  "Kel",
  "Lor",
  "Mar",
  "Nol",
  "Ot",
];
const FIRST_END = ["en", "ian", "is", "o", "rick", "us", "ell", "ant"];
const LAST = [
  "Ash",
  "Brack",
  "Cor",
  "Dun",
  "Esk",
  "Fal",
  "Grim",
  "Hart",
  "Ing",
  "Kess",
  "Lan",
  "Mor",
  "Nes",
  "Pol",
];
const LAST_MIDDLE = ["", "a", "el", "o", "ing"];
const LAST_END = ["by", "dale", "er", "ford", "low", "man", "sen", "ton", "wick", "worth"];
const SUFFIXES = ["", "", "", "", "", "", "", " Jr.", " II", " III"];

const CITY = [
  "Bal",
  "Cor",
  "Dra",
  "Eld",
  "Fir",
  "Gol",
  "Hav",
  "Kin",
  "Lum",
  "Mer",
  "Nor",
  "Pel",
  "Quar",
  "Rav",
  "Sol",
];
const CITY_END = ["borough", "burg", "dor", "field", "haven", "mere", "mouth", "port", "stead", "vale"];
const NICKNAMES = [
  "Badgers",
  "Beacons",
  "Comets",
  "Cormorants",
  "Drifters",
  "Ferrymen",
  "Foxes",
  "Glaciers",
  "Herons",
  "Lanterns",
  "Larks",
  "Millers",
  "Moles",
  "Nomads",
  "Otters",
  "Pilots",
  "Quarriers",
  "Rooks",
  "Salmon",
  "Shepherds",
  "Smiths",
  "Storks",
  "Tides",
  "Tinkers",
  "Voyagers",
  "Weavers",
] as const;

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

export interface TeamName {
  readonly city: string;
  readonly nickname: string;
  readonly abbreviation: string;
}

/** This many invented players with unique names. */
export function inventPeople(random: Random, count: number): PersonName[] {
  const people = new Map<string, PersonName>();
  while (people.size < count) {
    const first = random.pick(FIRST) + random.pick(FIRST_END);
    const last = random.pick(LAST) + random.pick(LAST_MIDDLE) + random.pick(LAST_END) + random.pick(SUFFIXES);
    people.set(`${first} ${last.split(" ")[0]}`, { first, last });
  }
  return [...people.values()];
}

/** This many invented teams, at most one per nickname, with unique abbreviations. */
export function inventTeams(random: Random, count: number): TeamName[] {
  const teams = new Map<string, TeamName>();
  while (teams.size < count) {
    const city = random.pick(CITY) + random.pick(CITY_END);
    const abbreviation = (city.slice(0, 2) + city[Math.floor(city.length / 2) + 1]!).toUpperCase();
    if (!teams.has(abbreviation))
      teams.set(abbreviation, { city, nickname: NICKNAMES[teams.size]!, abbreviation });
  }
  return [...teams.values()];
}
