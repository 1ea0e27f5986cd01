import { always, captained, filled, one, type PublishedContests, roster, withCaptain } from "./rules.ts";

export const golf: PublishedContests = {
  "golf bookA classic": {
    games: one,
    upload: filled(6, "G"),
    rules: { ...always(50_000), "roster-slots": roster({ G: [6, "G"] }) },
  },
  "golf bookA single-round": {
    games: one,
    upload: filled(6, "G"),
    rules: { ...always(50_000), "roster-slots": roster({ G: [6, "G"] }) },
  },
  "golf bookA showdown": {
    games: one,
    upload: captained("FLEX"),
    rules: { ...withCaptain, "roster-slots": roster({ CPT: [1, "G"], FLEX: [5, "G"] }) },
  },
  "golf bookB classic": {
    games: one,
    upload: filled(6, "G"),
    rules: { ...always(60_000), "roster-slots": roster({ G: [6, "G"] }) },
  },
  "golf bookC classic": {
    games: one,
    upload: filled(6, "G"),
    rules: { ...always(200), "roster-slots": roster({ G: [6, "G"] }) },
  },
};
