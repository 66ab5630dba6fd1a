import type { Capability, WrongParentCreation } from "../model/capability.ts";

/**
 * The service may make an object below another parent than it was asked to. After a create the object is looked for where it
 * was to be; one that is elsewhere is removed and made again.
 */
export function wrongParentCreation<Api, Part extends string>(rules: WrongParentCreation<Api, Part>): Capability<Api> {
  return { name: "wrong-parent creation", wrongParentCreation: rules };
}
