import { type Portfolio, parsePortfolio, readPortfolio, writePortfolio } from "dfs-lineups/documents";
import type { Session } from "./session.ts";

export type ReadRules = Awaited<ReturnType<typeof readRules>>;

/** With the index of each player by name and by id; null for a name that several players have. */
export async function readRules(
  { slate }: Session,
  { text, file }: Readonly<Record<"text" | "file", string>>,
) {
  const { portfolio: read, lines } = await readPortfolio(text, { file });
  const { $schema: _, ...described } = read as Portfolio & { readonly $schema?: unknown };
  const portfolio = parsePortfolio(described, lines);
  const players = new Map<string, number | null>();
  const pairs = players as Iterable<readonly [ref: string, player: number | null]>;
  for (const [player, { name, bookId, captainBookId }] of slate.entries.entries()) {
    players.set(name, players.has(name) ? null : player);
    for (const id of [bookId, captainBookId]) if (id !== null) players.set(id, player);
  }
  return { portfolio, players: [...pairs] };
}

export async function writeRules(portfolio: Portfolio, text: string | null): Promise<string> {
  return writePortfolio(portfolio, { text: text ?? undefined, file: "rules.yaml" });
}
