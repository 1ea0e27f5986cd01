import { mostTeams } from "../roster/room.ts";
import { minimumGroups } from "./parts/minimum-groups.ts";

/** The lineup's entries are of at least as many teams as the contest asks for. */
export const minimumTeams = minimumGroups({
  name: "minimum-teams",
  field: "minimumTeams",
  unit: "team",
  keyOf: (entry) => entry.team,
  most: mostTeams,
});
