/**
 * Adds the made-up noun to the registries of the client and of the sandbox, instead of the generated modules: import it
 * before everything else.
 */
import { jest } from "@jest/globals";

import type { Caller } from "../../../src/client/caller.ts";
import type { BOXES_FAMILY } from "./family.ts";
import type { createBoxesApi } from "./noun.ts";

const FAMILIES = "../../../packages/sandbox/src/routes/registry.generated.ts";
const NOUNS = "../../../src/client/nouns.generated.ts";

jest.mock(FAMILIES, () => {
  const actual = jest.requireActual<{ readonly ALL_FAMILIES: readonly unknown[] }>(FAMILIES);
  const made = jest.requireActual<{ readonly BOXES_FAMILY: typeof BOXES_FAMILY }>("./family.ts");
  return { ...actual, ALL_FAMILIES: [...actual.ALL_FAMILIES, made.BOXES_FAMILY] };
});

jest.mock(NOUNS, () => {
  const actual = jest.requireActual<{ readonly createNounApis: (caller: Caller) => object }>(NOUNS);
  const made = jest.requireActual<{ readonly createBoxesApi: typeof createBoxesApi }>("./noun.ts");
  return {
    ...actual,
    createNounApis: (caller: Caller) => ({ ...actual.createNounApis(caller), ...made.createBoxesApi(caller) }),
  };
});
