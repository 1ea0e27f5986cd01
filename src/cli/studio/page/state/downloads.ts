/** Files that leave the page: into the downloads folder, or the clipboard. */
import type { Download } from "../engine/messages.ts";
import { CallError, call } from "./engine.ts";
import { describe, isPortfolio } from "./portfolio-of.ts";
import { doc, notice, slate, solved } from "./studio.ts";

/** Gives a file to the browser to save. */
export function save({ name, bytes }: Download): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Shows the error of a call, if it is an expected one. */
export function showFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (error.failed.code !== "aborted") notice.value = { text: error.message, isError: true };
}

/** Saves the lineups as the book's upload file, or files. */
export async function downloadLineups(): Promise<void> {
  const found = solved.value;
  if (found === null) return;
  try {
    const files = await call("csv", { entries: found.entries }).answer;
    for (const [at, bytes] of files.entries())
      save({ name: files.length === 1 ? "lineups.csv" : `lineups-${at + 1}.csv`, bytes });
  } catch (error) {
    showFailure(error);
  }
}

/** The description as YAML, with the comments of an imported text. */
export function rulesText(): Promise<string> {
  const { value } = doc;
  return call("writeRules", { portfolio: describe(value, slate.value!).portfolio, text: value.text }).answer;
}

export async function downloadRules(): Promise<void> {
  try {
    save({ name: "rules.yaml", bytes: await rulesText() });
  } catch (error) {
    showFailure(error);
  }
}

/** Own points and ownership, with all others, as a projections file. */
export function downloadPoints(): void {
  const { players } = slate.value!;
  const { points, ownership } = doc.value;
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = players.flatMap((player, at) => {
    const value = points.get(at) ?? player.points;
    const own = ownership.get(at) ?? player.ownership;
    return value === null ? [] : [[player.bookId ?? "", cell(player.name), value, own ?? ""].join()];
  });
  save({ name: "points.csv", bytes: `${["ID,Name,Points,Ownership", ...rows].join("\n")}\n` });
}

/** The command that finds the same lineups in a shell. */
export function commandText(): string {
  const { file, projections } = slate.value!;
  const { value } = doc;
  const hasOwn = value.points.size > 0 || value.ownership.size > 0;
  const points = hasOwn ? "points.csv" : projections;
  const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const named = (flag: string, players: ReadonlySet<number>) =>
    [...players].map((player) => ` ${flag} ${quoted(slate.value!.players[player]!.ref)}`).join("");
  const rules = isPortfolio(value)
    ? " -r rules.yaml"
    : `${named("--lock", value.locks)}${named("--exclude", value.bans)}`;
  return `dfs-lineups optimize ${quoted(file)}${points === null ? "" : ` -p ${quoted(points)}`}${
    value.cap === null ? "" : ` --cap ${value.cap}`
  }${rules} -n ${value.lineups} --format csv -o lineups.csv`;
}
