import type { SwapRequest } from "../../optimizer.ts";
import type { Portfolio } from "../../schema/portfolio.ts";
import { inputName, readText } from "./files.ts";

/** A portfolio's description, which is checked where it is used, and the lines of its file. */
export interface DescriptionFile extends Pick<SwapRequest, "portfolioLines"> {
  readonly portfolio: Portfolio;
}

/** @throws InvalidFileError */
export async function readDescription(name: string): Promise<DescriptionFile> {
  const { readPortfolio } = await import("../../portfolio/read-portfolio.ts");
  const { portfolio, lines } = await readPortfolio(await readText(name), { file: inputName(name) });
  return { portfolio: portfolio as Portfolio, portfolioLines: lines };
}
