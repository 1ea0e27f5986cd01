import { always, filled, one, type PublishedContests, roster } from "./rules.ts";

export const nascar: PublishedContests = {
  "nascar bookA classic": {
    games: one,
    upload: filled(6, "D"),
    rules: { ...always(50_000), "roster-slots": roster({ D: [6, "D"] }) },
  },
  "nascar bookB classic": {
    games: one,
    upload: filled(5, "D"),
    rules: { ...always(50_000), "roster-slots": roster({ D: [5, "D"] }) },
  },
};
