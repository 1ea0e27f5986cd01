import type { Slate } from "../../files/slate.ts";
import { counted } from "../render/amounts.ts";

/** A summary of a salary file, such as `basketball bookA classic, 7 games, 140 players`. */
export function slateNote({ sport, book, contest, entries }: Slate): string {
  const games = new Set(entries.map(({ game }) => game)).size;
  const players = entries.filter(({ kind }) => kind === "player").length;
  const defenses = entries.length - players;
  return [
    `${sport} ${book} ${contest}`,
    counted(games, "game"),
    counted(players, "player") + (defenses > 0 ? ` and ${counted(defenses, "defense")}` : ""),
  ].join(", ");
}
