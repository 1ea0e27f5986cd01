import { bothTeams } from "./both-teams.ts";
import type { Constraint } from "./constraint.ts";
import { exclusions } from "./exclusions.ts";
import { locks } from "./locks.ts";
import { minimumGames } from "./minimum-games.ts";
import { minimumTeams } from "./minimum-teams.ts";
import { playerOnce } from "./player-once.ts";
import { positionMinimums } from "./position-minimums.ts";
import { rosterSlots } from "./roster-slots.ts";
import { salaryCap } from "./salary-cap.ts";
import { stack } from "./stack.ts";
import { teamLimits } from "./team-limits.ts";

/** Every constraint a lineup is held to, by name. */
export const constraints: readonly Constraint[] = [
  bothTeams,
  exclusions,
  locks,
  minimumGames,
  minimumTeams,
  playerOnce,
  positionMinimums,
  rosterSlots,
  salaryCap,
  stack,
  teamLimits,
];
