import type { PortfolioRequest } from "../optimizer/optimizer.ts";
import { readPortfolio } from "../portfolio/read-portfolio.ts";
import { InvalidFileError } from "../shared/errors.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";

/** A description's file, with the lines of its places for errors. @throws InvalidFileError */
export async function readPortfolioInput(
  bytes: Uint8Array,
  file: string,
): Promise<Pick<PortfolioRequest, "portfolio" | "portfolioLines">> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidFileError(file, null, "is not UTF-8 text. Save it in that encoding.", cause);
  }
  const { portfolio, lines } = await readPortfolio(text, { file });
  return { portfolio: portfolio as Portfolio, portfolioLines: lines };
}
