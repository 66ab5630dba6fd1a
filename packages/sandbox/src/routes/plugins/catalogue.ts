import { singletonsOf } from "../../store/rows.ts";
import type { World } from "../../world.ts";

/** Plugins that are offered for installation, as another server lists them. */
export type Catalogue = readonly Readonly<Record<string, unknown>>[];

const CATALOGUE = "plugin-repository";
const CATALOGUE_TABLE = singletonsOf<Catalogue>();

/** The list, or undefined if it can't be reached, as in a fresh sandbox. */
export function readCatalogue(world: World): Catalogue | undefined {
  return world.store.table(CATALOGUE_TABLE).get(CATALOGUE)?.value;
}

export function writeCatalogue(world: World, catalogue: Catalogue): Catalogue {
  world.store.tables.singletons.put({ id: CATALOGUE, value: catalogue });
  return catalogue;
}
