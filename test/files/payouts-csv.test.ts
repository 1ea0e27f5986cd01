import { expect, it } from "vitest";
import { readPayouts, readPayoutsCsv } from "../../src/files/payouts-csv.ts";
import { prizesOf } from "../../src/simulation/contest/prizes.ts";

const file = "payouts.csv";

it.each([
  [
    "two columns of places",
    '"Place_lo","Place_hi","Payout"\n"1","1","2000"\n"2","3","750"\n"4","1,003","5"\n',
    [1, "2..3", "4..1003"],
    { fee: null, entries: null, tickets: 0 },
  ],
  [
    "places as ranges, with the field's size and the fee in the first row",
    "Place,Payout,Field Size,Entry Fee\n1,2000,8917,4\n2-3,750,,\n4-1003,5,,\n",
    [1, "2..3", "4..1003"],
    { fee: 4, entries: 8917, tickets: 0 },
  ],
  [
    "ordinals, dollars and semicolons",
    "Finish;Prize;Buy In\n1st;$2,000.00;$0.25\n2nd – 3rd;$750;\n4th to 1003rd;$5;\n",
    [1, "2..3", "4..1003"],
    { fee: 0.25, entries: null, tickets: 0 },
  ],
])("reads %s", (_, text, places, facts) => {
  const { payouts, ...rest } = readPayoutsCsv(text, { file })!;
  expect(payouts).toEqual([2000, 750, 5].map((amount, at) => ({ places: places[at], amount })));
  expect(rest).toEqual(facts);
  const prizes = prizesOf({ fee: 1, payouts }, 2_000);
  expect([prizes.length, prizes[0], prizes[2], prizes[1002]]).toEqual([1003, 200_000, 75_000, 500]);
});

it("leaves other tables to other readers", () => {
  expect(readPayoutsCsv("Name,Salary\nA,1\n", { file })).toBeNull();
  expect(readPayoutsCsv("Place,Name\n1,A\n", { file })).toBeNull();
});

it("names the lines of what it cannot read", () => {
  expect(() => readPayoutsCsv("Place,Payout\n1,10\nlast,5\n3,free\n4-,1\n", { file })).toThrow(
    expect.objectContaining({
      issues: [
        { line: 3, reason: expect.stringContaining('"last" is not a place') },
        { line: 4, reason: expect.stringContaining('"free" is not an amount') },
        { line: 5, reason: expect.stringContaining('"4-" is not a place') },
      ],
    }),
  );
  expect(() => readPayoutsCsv("Place,Payout\n", { file })).toThrow("no payouts below its header");
});

it("knows the columns of first and last places by any usual names", () => {
  let read = 0;
  for (const place of ["Place", "rank", "Position", "Finish"])
    for (const [from, to] of [
      ["start", "end"],
      ["from", "to"],
      ["lo", "hi"],
      ["min", "max"],
      ["first", "last"],
      ["low", "high"],
    ])
      for (const header of [`${place}_${from},${place}_${to}`, `${from} ${place},${to} ${place}`])
        for (const prize of ["prize", "Payout", "Prizes", "Winnings", "amount", "Prize ($)"]) {
          if (/^(lo|hi) /.test(header)) continue;
          const { payouts } = readPayoutsCsv(`${header},${prize}\n1,1,"$1,500 "\n2,5, $40\n`, { file })!;
          expect(payouts).toEqual([
            { places: 1, amount: 1500 },
            { places: "2..5", amount: 40 },
          ]);
          read += 1;
        }
  expect(read).toBe(264);
});

const payoutsOf = (text: string, fee?: number) =>
  readPayouts(new TextEncoder().encode(text), { file, fee, feeWord: "--fee" });

it("takes the fee from the file or the caller, and says which is missing or said twice", async () => {
  const table = "rank_start,rank_end,prize\n1,1,50\n";
  expect(await payoutsOf(table, 5)).toEqual({
    payouts: { fee: 5, payouts: [{ places: 1, amount: 50 }] },
    entries: null,
    tickets: 0,
  });
  await expect(payoutsOf(table)).rejects.toThrow(
    "has no column Entry Fee. Add it, or give the fee of an entry: --fee.",
  );
  const yaml = "payouts: [{ places: 1, amount: 50 }]\n";
  expect((await payoutsOf(yaml, 5)).payouts).toMatchObject({ fee: 5 });
  await expect(payoutsOf(`fee: 4\n${yaml}`, 5)).rejects.toThrow("already has a fee. Leave out --fee.");
  await expect(payoutsOf("Name,Salary\nA,1\n", 5)).rejects.toThrow(
    "has no columns of places and payouts. Its columns are Name, Salary.",
  );
  await expect(payoutsOf("Somebody's contest\n\nSeat,Wins\n1,5\n", 5)).rejects.toThrow(
    "Its columns are Seat, Wins.",
  );
  expect(await payoutsOf("Prizes\n\nplace,payout,buy_in,rake\n1,50,10,0.1\n2,5,10,0.1\n")).toEqual({
    payouts: {
      fee: 10,
      payouts: [
        { places: 1, amount: 50 },
        { places: 2, amount: 5 },
      ],
    },
    entries: null,
    tickets: 0,
  });
  await expect(payoutsOf("nonsense\n", 5)).rejects.toThrow("is neither YAML or JSON");
});

it("reads amounts whose comma is not in quotes", () => {
  const { payouts, fee } = readPayoutsCsv(
    "rank_start,rank_end,prize,buy_in\n1,1,$1,015,000,5\n2,3, $5,000.50 ,\n4,4,200,\n",
    { file },
  )!;
  expect(payouts).toEqual([
    { places: 1, amount: 1_015_000 },
    { places: "2..3", amount: 5000.5 },
    { places: 4, amount: 200 },
  ]);
  expect(fee).toBe(5);
});

it("takes tickets at their worth, and asks for it where it is missing", () => {
  const rows = [
    ['1,"$1,000.50 + $20 Ticket"', 1020.5],
    ["2,$25 Ticket", 25],
    ["3,2 x $5 Tickets", 10],
    ["4,$0.25", 0.25],
  ] as const;
  const { payouts, tickets } = readPayoutsCsv(`Place,Payout\n${rows.map(([row]) => `${row}\n`).join("")}`, {
    file,
  })!;
  expect(payouts).toEqual(rows.map(([, amount], at) => ({ places: at + 1, amount })));
  expect(tickets).toBe(3);
  expect(() => readPayoutsCsv("Place,Payout\n1,Ticket\n", { file })).toThrow(
    '"Ticket" does not say what it is worth. Write it such as $20 Ticket.',
  );
});
