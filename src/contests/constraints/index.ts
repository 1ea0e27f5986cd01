import type { Constraint } from "./constraint.ts";
import { playerOnce, rosterSlots, salaryCap } from "./every-contest.ts";
import { bothTeams, gameLimits, minimumGames, minimumTeams, teamLimits } from "./groups.ts";
import { exclusions, locks, positionMinimums } from "./requirements.ts";
import { stack } from "./stack.ts";

const all = [
  bothTeams,
  exclusions,
  gameLimits,
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

export const constraints: readonly Constraint[] = all;

export type TableConstraints = Extract<(typeof all)[number], { readonly field: string }>;
