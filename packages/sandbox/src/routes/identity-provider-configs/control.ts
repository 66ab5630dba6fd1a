import type { ControlRoute } from "../../family.ts";
import { configsOf } from "./rows.ts";

/** What tests see of identity provider configs. */
export const CONFIG_CONTROL: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "identity-provider-configs",
    handle: (world, { query }) => {
      const organization = query["organization"];
      return configsOf(world).where(organization === undefined ? {} : { organization });
    },
  },
];
