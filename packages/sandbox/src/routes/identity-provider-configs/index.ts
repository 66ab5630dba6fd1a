import type { Family } from "../../family.ts";
import { CONFIG_CONTROL } from "./control.ts";
import { CONFIG_ROUTES } from "./routes.ts";
import { CONFIGS_TABLE } from "./rows.ts";

/** Identity provider configs. */
export const IDENTITY_PROVIDER_CONFIGS: Family = {
  name: "identity-provider-configs",
  routes: CONFIG_ROUTES,
  tables: [CONFIGS_TABLE],
  control: CONFIG_CONTROL,
};
