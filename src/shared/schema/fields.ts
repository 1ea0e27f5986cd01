import * as z from "./zod.ts";

/** A GUID of the form 8-4-4-4-12 hexadecimal digits, of any version; lower case after parsing. */
export const guid = z.guid("must be a GUID of 8-4-4-4-12 hexadecimal digits").check(z.toLowerCase());

export const MAXIMUM_COUNT = 10_000;

export const DEFAULT_COUNT = 3;

/** It may be frozen. */
export type ReadOnly<T> = T extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadOnly<T[Key]> }
    : T;

/** For an issue about unknown fields, a sentence that lists the known ones; else null. */
export function fieldRemedy({ code, inst }: z.core.$ZodRawIssue): string | null {
  if (code !== "unrecognized_keys") return null;
  const { def } = inst as z.ZodMiniObject | z.ZodMiniRecord<z.ZodMiniEnum>;
  const known = "shape" in def ? def.shape : def.keyType.def.entries;
  return `Remove it, or write one of ${Object.keys(known).join(", ")}.`;
}

/** `simulation/contest/prizes.ts` describes them. */
export const PAYOUT_SHAPES = ["50/50", "double-up", "top-heavy", "satellite", "winner-takes-all"] as const;
export type PayoutShape = (typeof PAYOUT_SHAPES)[number];

/**
 * What entries are chosen for: `payout`, the mean of all payments together; `best`, the mean of what the best
 * entry of each draw is paid; `first`, the chance that one of them finishes first.
 */
export const CHOICE_GOALS = ["payout", "best", "first"] as const;

/**
 * `entries`: one portfolio over all entries; `contest`: one per contest; `same`: the same lineups in every
 * contest.
 */
export const DEALS = ["entries", "contest", "same"] as const;
export type Deal = (typeof DEALS)[number];

/** Whether text is an http or https address without user, password, query or fragment, which may be secret. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}
