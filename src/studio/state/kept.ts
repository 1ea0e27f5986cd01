/** Slates stored in this browser: their edits with the files, by the SHA-256 of the file of the slate. */

import type { AskedColumns } from "dfs-lineups/browser";
import { createStore, del, entries, get, set, values } from "idb-keyval";
import type { Chosen } from "../engine/long.ts";
import type { GivenFile, Goal, Terms } from "../engine/messages.ts";
import type { Steps } from "./studio.ts";

export interface KeptSlate extends Steps {
  readonly key: string;
  readonly title: string;
  /** The lineups that were chosen by what they win and are shown, with the terms; null for others. */
  readonly chosen: { readonly terms: Terms; readonly goal: Goal; readonly found: Chosen } | null;
  /** When the slate was last changed, in milliseconds since 1970. */
  readonly time: number;
}

const store = createStore("dfs-lineups", "slates");
const MOST_SLATES = 20;

/** Null if the browser refuses, at once or later. */
const orNull = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await work();
  } catch {
    return null;
  }
};

/** The most recent first. Null if the browser stores nothing, as in some private windows. */
export const keptSlates = (): Promise<readonly KeptSlate[] | null> =>
  orNull(async () => (await values<KeptSlate>(store)).sort((a, b) => b.time - a.time));

export async function keptSlate(key: string): Promise<KeptSlate | null> {
  return (await orNull(() => get<KeptSlate>(key, store))) ?? null;
}

/** Stored last; storing it again, as after every edit, cannot exceed `MOST_SLATES`. */
let last = "";

/** Does nothing if the browser stores nothing. */
export async function keep(slate: KeptSlate): Promise<void> {
  await orNull(() => set(slate.key, slate, store));
  if (slate.key === last) return;
  last = slate.key;
  for (const { key } of (await keptSlates())?.slice(MOST_SLATES) ?? []) await forget(key);
}

export const forget = (key: string): Promise<void> => del(key, store);

export async function keyOf({ bytes }: GivenFile): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const headers = createStore("dfs-lineups-headers", "headers");

/** What the user said that columns are, by header. */
export const keptHeaders = async (): Promise<ReadonlyMap<string, keyof AskedColumns>> =>
  new Map(await orNull(() => entries<string, keyof AskedColumns>(headers)));

/** `as` is null for a column that is no longer what the user said. */
export const keepHeader = (header: string, as: keyof AskedColumns | null) =>
  orNull(() => (as === null ? del(header, headers) : set(header, as, headers)));
