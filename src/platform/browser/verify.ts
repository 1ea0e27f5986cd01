import { type Verifier, verifierOf } from "../../verify/verifier.ts";
import { loadCatalog } from "./catalog.ts";

const verifier = verifierOf(() => loadCatalog());

/** Judges a FantasyLineup document as an answer to a request, by the built-in tables or one's own. @see Verifier */
export const verifyLineups: Verifier["verifyLineups"] = verifier.verifyLineups;

/** Judges one FantasyLineup as `verifyLineups` does. @see Verifier */
export const verifyLineup: Verifier["verifyLineup"] = verifier.verifyLineup;
