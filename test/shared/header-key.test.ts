import { expect, it } from "vitest";
import { headerKey } from "../../src/shared/header-key.ts";

it("ignores case, spaces and punctuation of a header, and keeps the letters of all alphabets", () => {
  expect(headerKey("Proj. Pts ($)")).toBe("projpts");
  expect(headerKey("Größe_2")).toBe("größe2");
  expect(headerKey(" - ")).toBe("");
});
