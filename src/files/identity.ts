import { nameText } from "../shared/guid-bytes.ts";
import type { Book } from "./slate.ts";

/**
 * The namespace of everything read from a book's file, which has no GUIDs of its own: a version 4 UUID drawn once
 * for this project. GUIDs are version 5 UUIDs in it, so the same file gives the same GUIDs everywhere.
 */
const FILES = "2ed4551f-aa7f-44ab-8514-094c0db21642";

/** A player's GUID: of the book and its id, or of name, team and position where the file has no ids. */
export function playerUuid(book: Book, key: string): string {
  return nameText(`${book} player ${key}`, FILES);
}

/** GUIDs of teams by their names: the rows of a file name the same few. */
const teams = new Map<string, string>();
const MOST_TEAMS = 1_000;

/** A team's GUID, which is its defense's as well. */
export function teamUuid(book: Book, sport: string, team: string): string {
  const name = `${book} team ${sport} ${team}`;
  const uuid = teams.get(name) ?? nameText(name, FILES);
  if (teams.size >= MOST_TEAMS) teams.clear();
  teams.set(name, uuid);
  return uuid;
}

/** A game's GUID: of the two teams and the start, where the file says it. */
export function gameUuid(book: Book, sport: string, game: string, startsAt: string | null): string {
  return nameText(`${book} game ${sport} ${game} ${startsAt ?? ""}`, FILES);
}

/** The GUID of the projection of a pool entry in a game. */
export function projectionUuid(entry: string, game: string): string {
  return nameText(`projection ${entry} ${game}`, FILES);
}
