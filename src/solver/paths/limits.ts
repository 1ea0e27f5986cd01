/** When the path engine changes its method. None of these changes an answer, only how long it takes. */
export interface PathLimits {
  /** The most cells a salary table has, 8 bytes each; a wider one is made coarser and salaries are checked on the way. */
  readonly cells: number;
  /** A group rule becomes a counter of the automaton once it refused this many lineups more than were found. */
  readonly refusalsForCut: number;
  /** A counter that makes the automaton larger than this costs more than the refusals it saves. */
  readonly states: number;
  /** Lineups without a pair that are worth a look, and more per lineup found, before the search is split by group. */
  readonly patience: number;
  readonly patiencePerLineup: number;
  /** How many lineups a walk can refuse before it has to be begun anew with four times the room. */
  readonly room: number;
  /** After this many refused lineups the engine gives up, and another solver is the better choice. */
  readonly refusals: number;
}

export const DEFAULT_LIMITS: PathLimits = {
  cells: 4_000_000,
  refusalsForCut: 48,
  states: 2_000,
  patience: 64,
  patiencePerLineup: 4,
  room: 4_000,
  refusals: 400_000,
};
