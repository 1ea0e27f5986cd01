import { mostTeams } from "../../engine/roster.ts";
import { minimumGroups } from "./parts/groups.ts";

/** The lineup's players are from at least as many games as the contest requires. */
export const minimumGames = minimumGroups({
  name: "minimum-games",
  field: "minimumGames",
  unit: "game",
  keyOf: (entry) => entry.event,
  most: ({ games }) => games.maximum,
});

/** The lineup's players are from at least as many teams as the contest requires. */
export const minimumTeams = minimumGroups({
  name: "minimum-teams",
  field: "minimumTeams",
  unit: "team",
  keyOf: (entry) => entry.team,
  most: mostTeams,
});
