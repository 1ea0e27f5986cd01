import { expect, it } from "vitest";
import { headerKey } from "../../src/shared/header-key.ts";

it("leaves case, spaces and punctuation of a header aside, and no letter of any alphabet", () => {
  expect(headerKey("Proj. Pts ($)")).toBe("projpts");
  expect(headerKey("Größe_2")).toBe("größe2");
  expect(headerKey(" - ")).toBe("");
});
