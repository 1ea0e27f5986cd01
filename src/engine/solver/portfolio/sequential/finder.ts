import type { Model } from "../../../model/model.ts";
import type { Solution } from "../../contract.ts";
import type { ChosenLineups } from "./chosen-lineups.ts";

/** Finds lineups that there is room for beside those recorded. */
export interface Finder {
  /** The first of a model's lineups by the contract's order (the plan's model with points of its own); null where there is none. */
  next(model: Model, record: ChosenLineups): Promise<Solution | null>;
  /** Whether there is any when only these full shares hold, and maybe that lineups differ. */
  exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean>;
}
