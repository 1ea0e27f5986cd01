/**
 * Schemas, readers and checks of further documents: portfolio descriptions, certificates, tables of outcomes.
 */
export { type Certificate, certificateSchema } from "./lineup/certificate/certificate.ts";
export {
  type CertificateVerdict,
  type CertifiedRequest,
  checkCertificate,
} from "./lineup/certificate/check.ts";
export { parsePortfolio } from "./portfolio/parse-portfolio.ts";
export { type PortfolioText, readPortfolio } from "./portfolio/read-portfolio.ts";
export { type WritePortfolioOptions, writePortfolio } from "./portfolio/write-portfolio.ts";
export {
  type OutcomesTable,
  type OutcomesTableInput,
  outcomesTableSchema,
} from "./shared/schema/outcomes.ts";
export { type Portfolio, portfolioSchema } from "./shared/schema/portfolio.ts";
export type { Selection, SelectionCriteria } from "./shared/schema/selection.ts";
