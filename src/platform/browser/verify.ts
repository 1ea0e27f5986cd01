import { type Verifier, verifierOf } from "../../lineup/verify/verify-document.ts";
import { builtInCatalog } from "./catalog.ts";

const verifier = verifierOf(builtInCatalog);

/** Checks a FantasyLineup document as an answer to a request, with built-in or own tables. @see Verifier */
export const verifyLineups: Verifier["verifyLineups"] = verifier.verifyLineups;

/** Checks one FantasyLineup like `verifyLineups`. @see Verifier */
export const verifyLineup: Verifier["verifyLineup"] = verifier.verifyLineup;
