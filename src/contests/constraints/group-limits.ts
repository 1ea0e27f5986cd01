import { mostTeams } from "../../engine/roster.ts";
import { groupLimits } from "./parts/groups.ts";

/** No game has more players in the lineup than the contest allows. */
export const gameLimits = groupLimits({
  name: "game-limits",
  field: "gameLimits",
  unit: "game",
  keyOf: (entry) => entry.event,
  most: ({ games }) => games.maximum,
});

/** No team has more players in the lineup than the contest allows. */
export const teamLimits = groupLimits({
  name: "team-limits",
  field: "teamLimits",
  unit: "team",
  keyOf: (entry) => entry.team,
  most: mostTeams,
});
