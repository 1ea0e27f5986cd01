import { signal } from "@preact/signals";
import type { Download } from "../engine/messages.ts";
import { CallError, call } from "./engine.ts";
import { estimates } from "./long.ts";
import { describeAll } from "./portfolio-of.ts";
import { currentLineups } from "./solving.ts";
import { notice, section, slate, whole } from "./studio.ts";

export function save({ name, bytes }: Download): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Shows the message of a failed call, unless the call was stopped. Throws any other error again. */
export function showFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (error.failed.code !== "aborted") notice.value = { text: error.message, isError: true };
}

/** Does `work`, and shows a message if it fails. Returns whether it did not. */
export async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}

/** Whether the page shows the lineups one by one for typing them at the book, which takes no files. */
export const isTyping = signal(false);

export async function downloadLineups(): Promise<void> {
  const found = await currentLineups();
  if (found === null) return;
  if (!slate.value!.takesFiles) {
    isTyping.value = true;
    return;
  }
  const name = section.value?.name ?? "lineups";
  const files = (await call("csv", { entries: found.entries }).answer.catch(showFailure)) ?? [];
  for (const [at, bytes] of files.entries())
    save({ name: `${name}${files.length === 1 ? "" : `-${at + 1}`}.csv`, bytes });
}

/** The description as YAML, with the comments of an imported text. */
export function rulesText(): Promise<string> {
  const { value } = whole;
  return call("writeRules", { portfolio: describeAll(value, slate.value!), text: value.text }).answer;
}

export const downloadRules = (): Promise<void> =>
  rulesText().then((bytes) => save({ name: "rules.yaml", bytes }), showFailure);

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function downloadAliases(): void {
  const rows = [...whole.value.aliases].map(([from, to]) => `${cell(from)},${cell(to)}`);
  save({ name: "aliases.csv", bytes: `${["from,to", ...rows].join("\n")}\n` });
}

export function downloadPoints(): void {
  const { players } = slate.value!;
  const { points, ownership } = whole.value;
  const rows = players.flatMap((player, at) => {
    const value = points.get(at) ?? player.points;
    const own = ownership.get(at) ?? player.ownership ?? estimates.value.get(at)?.toFixed(2);
    return value === null ? [] : [[player.bookId ?? "", cell(player.name), value, own ?? ""].join()];
  });
  save({ name: "points.csv", bytes: `${["ID,Name,Points,Ownership", ...rows].join("\n")}\n` });
}
