import * as z from "zod";

import type { CallOptions, Caller } from "../../../src/client/caller.ts";
import { createListing } from "../../../src/client/pagination.ts";

const ROUTE = "/api/organizations/{organization_id}/boxes/";
const ROUTE_ONE = "/api/organizations/{organization_id}/boxes/{box_id}/";

const boxSchema = z.looseObject({ id: z.string() });

/** The calls of the made-up noun, by the same names as in memory: a declaration of a box serves both. */
export function createBoxesApi(caller: Caller) {
  const all = (organization: string) => ({ route: ROUTE, params: { organization_id: organization } });
  const one = (organization: string, box: string) => ({
    route: ROUTE_ONE,
    params: { organization_id: organization, box_id: box },
  });
  const answer = boxSchema;
  return {
    list: (organization: string, call?: CallOptions) =>
      createListing(caller, { ...all(organization), item: boxSchema, idOf: ({ id }) => id }, call).all(),
    create: (organization: string, body: unknown, call?: CallOptions) =>
      caller.write({ method: "POST", ...all(organization), body, answer, ...call }),
    read: (organization: string, box: string, call?: CallOptions) =>
      caller.read({ ...one(organization, box), answer, ...call }),
    update: (organization: string, box: string, body: unknown, call?: CallOptions) =>
      caller.write({ method: "PATCH", ...one(organization, box), body, answer, ...call }),
    delete: (organization: string, box: string, call?: CallOptions) =>
      caller.remove({ ...one(organization, box), ...call }),
  };
}

/** The used requests in a test's client. */
export type BoxesApi = ReturnType<typeof createBoxesApi>;
