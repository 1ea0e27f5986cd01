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

const all = [
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
] as const;

/** Every constraint on lineups, by name. */
export const constraints: readonly Constraint[] = all;

/** The constraints that have a field in the contest's table. */
export type TableConstraints = Extract<(typeof all)[number], { readonly field: string }>;
