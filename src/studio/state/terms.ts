/** The terms of the contests that are played: one of the entries file each, or one without a name. */
import { computed, signal } from "@preact/signals";
import type { Terms } from "../engine/messages.ts";
import { tried } from "./downloads.ts";
import { call } from "./engine.ts";
import { slate } from "./studio.ts";
import { counted, dollars, grouped } from "./words.ts";

const USUAL: Terms = { fee: 5, shape: "top-heavy", field: 10_000, draws: 5_000 };

export const contestName = signal("");
const byContest = signal<ReadonlyMap<string, Terms>>(new Map());

export const terms = computed<Terms>(() => {
  const contests = slate.value?.entries?.contests ?? [];
  const fee = contests.find(({ name }) => name === contestName.value)?.fee ?? USUAL.fee;
  return byContest.value.get(contestName.value) ?? { ...USUAL, fee };
});

export function setTerms(change: Partial<Terms>): void {
  byContest.value = new Map([...byContest.value, [contestName.value, { ...terms.value, ...change }]]);
}

/** What was read of the contest's own payouts, in words; null before. */
export const payoutWords = signal<string | null>(null);

/** Takes a contest's own payouts. Returns whether the file has some. */
export const takePayouts = (file: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> =>
  tried(async () => {
    const { payouts, entries, tickets } = await call("payouts", { name: file, bytes, fee: terms.value.fee })
      .answer;
    const { fee = terms.value.fee } = payouts;
    const pays = "shape" in payouts ? { shape: payouts.shape } : { shape: "own", table: payouts.payouts };
    setTerms({ ...(pays as Pick<Terms, "shape">), fee, ...(entries !== null && { field: entries }) });
    const paid = "shape" in payouts ? payouts.shape : counted(payouts.payouts.length, "payout");
    const size = entries === null ? "" : ` to ${grouped(entries)} entries`;
    const worth =
      tickets === 0 ? "" : ` ${counted(tickets, "payout")} with tickets count as what they are worth.`;
    payoutWords.value = `${file}: ${paid}${size}, a fee of ${dollars(fee)}.${worth}`;
  });
