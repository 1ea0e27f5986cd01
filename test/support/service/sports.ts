/** A sport's team: the number of players at each position, and their typical points. */
export interface SportShape {
  readonly roster: Readonly<Record<string, { readonly count: number; readonly points: number }>>;
  /** Whether teams have projections of their own, for their defense. */
  readonly defense: { readonly position: string; readonly points: number } | null;
  /** Statistics of a performance, and their typical values. */
  readonly statistics: Readonly<Record<string, number>>;
}

/** The sports of the stub service. */
export const SPORTS: Readonly<Record<string, SportShape>> = {
  "american-football": {
    roster: {
      QB: { count: 2, points: 18 },
      RB: { count: 3, points: 10 },
      WR: { count: 5, points: 9 },
      TE: { count: 2, points: 7 },
      K: { count: 1, points: 8 },
    },
    defense: { position: "DST", points: 7 },
    statistics: {
      passingYards: 40,
      rushingYards: 30,
      receivingYards: 35,
      receivingReceptions: 3,
      passingYards300Plus: 0.2,
    },
  },
  basketball: {
    roster: {
      PG: { count: 2, points: 28 },
      "PG/SG": { count: 2, points: 20 },
      SG: { count: 2, points: 24 },
      SF: { count: 3, points: 24 },
      PF: { count: 3, points: 25 },
      C: { count: 2, points: 27 },
    },
    defense: null,
    statistics: {
      points: 12,
      reboundsTotal: 5,
      assists: 3,
      steals: 1,
      threePointFieldGoalsMade: 1.4,
      probDoubleDouble: 0.1,
    },
  },
  "ice-hockey": {
    roster: {
      C: { count: 4, points: 11 },
      LW: { count: 3, points: 10 },
      RW: { count: 3, points: 10 },
      D: { count: 6, points: 9 },
      G: { count: 2, points: 14 },
    },
    defense: null,
    statistics: { goals: 0.4, assists: 0.6, shotsOnGoal: 2.5, blockedShots: 1 },
  },
};
