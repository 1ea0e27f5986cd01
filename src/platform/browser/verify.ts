import { verifierOf } from "../../verify/verifier.ts";
import { loadCatalog } from "./catalog.ts";

export const { verifyLineups, verifyLineup } = verifierOf(() => loadCatalog());
