import { always, filled, type PublishedContests, roster, several } from "./rules.ts";

export const tennis: PublishedContests = {
  "tennis bookA classic": {
    games: several,
    upload: filled(6, "P"),
    rules: { ...always(50_000), "roster-slots": roster({ P: [6, "P"] }) },
  },
};
