import { minimumGroups } from "./parts/minimum-groups.ts";

/** The lineup's entries are of at least as many games as the contest asks for. */
export const minimumGames = minimumGroups({
  name: "minimum-games",
  field: "minimumGames",
  unit: "game",
  keyOf: (entry) => entry.event,
  most: ({ games }) => games.maximum,
});
