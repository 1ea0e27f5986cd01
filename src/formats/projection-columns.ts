import type { Column } from "../books/book.ts";

/** What a row of a projections file may say. */
export type ProjectionColumn = "id" | "name" | "team" | "position" | "points";

/**
 * The header names in use, the most wanted first: a user's own projection before the one it was made from, a
 * projection before an average. Case, spaces and punctuation do not count.
 */
export const PROJECTION_COLUMNS: Readonly<Record<ProjectionColumn, Column>> = {
  id: {
    names: ["DFS ID", "Player ID", "ID", "DraftKings ID", "DK ID", "FanDuel ID", "FD ID", "Site ID"],
    required: false,
  },
  name: { names: ["Name", "Player", "Player Name", "Full Name", "Nickname"], required: false },
  team: { names: ["Team", "TeamAbbrev", "Team Abbreviation", "Tm"], required: false },
  position: { names: ["Pos", "Position", "Positions"], required: false },
  points: {
    names: [
      "My Proj",
      "SS Proj",
      "Proj",
      "Projection",
      "Projections",
      "Projected",
      "Projected Points",
      "Proj Points",
      "Proj Pts",
      "Proj FP",
      "Proj Fpts",
      "Fpts",
      "FP",
      "Fantasy Points",
      "Points",
      "Pts",
      "FPPG",
      "AvgPointsPerGame",
    ],
    required: true,
  },
};
