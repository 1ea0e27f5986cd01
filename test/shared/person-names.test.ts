import { expect, test } from "vitest";
import { nameKey, nicknameKey } from "../../src/shared/names.ts";

test.each([
  ["José Lander", "jose  lander"],
  ["A.J. Brack", "A. J. Brack"],
  ["Ado O'Kess", "ADO OKESS"],
  ["Ado O’Kess", "Ado O'Kess"],
  ["Bor Lander-Esk", "Bor Lander Esk"],
  ["Bor Lander Jr.", "Bor Lander"],
  ["Bor Lander III ", "Bor Lander, Sr"],
  ["Søren Łander", "Soren Lander"],
])("%s and %s are the same name", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["Bor Lander", "Bo Rlanders"],
  ["Bor Lander", "Bor Landers"],
  ["Bor V", "Bor"],
])("%s and %s are different names", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test.each(["Moles", "Moleton Moles", "Moles D/ST", "moles dst", "MOLES Defense"])(
  "%s is the Moles' defense",
  (name) => {
    expect(nicknameKey(name)).toBe("moles");
  },
);
