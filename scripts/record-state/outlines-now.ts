import { readFileSync } from "node:fs";

import { systemClock } from "../../src/app/clock.ts";
import { CALLS, MESSAGES, pathOf } from "../../src/engines/terraform/provider/protocol.ts";
import { Provider } from "../../src/engines/terraform/provider/provider.ts";
import type { Values } from "../../src/model/json-value.ts";
import { PROVIDER_ADDRESS, providersSchema, servedSchema } from "../../src/engines/terraform/generator/schema-json.ts";
import { outlineOfPulumi, outlineOfTerraform, type SchemaOutline } from "./schema-outline.ts";

const PULUMI_SCHEMA = new URL("../../src/engines/pulumi/plugin/schema.generated.json", import.meta.url);

/** The outlines of the schemas that this checkout serves, by the name of the engine. */
export const OUTLINES_NOW: Readonly<Record<"pulumi" | "terraform", () => Promise<SchemaOutline>>> = {
  // -- a schema is an object
  pulumi: () => Promise.resolve(outlineOfPulumi(JSON.parse(readFileSync(PULUMI_SCHEMA, "utf8")) as Values)),
  terraform: async () => {
    const schema = providersSchema(await servedSchema()).provider_schemas[PROVIDER_ADDRESS] ?? {};
    const call = new Provider({ environment: {}, clock: systemClock }).calls()[pathOf("GetResourceIdentitySchemas")];
    const { signal } = new AbortController();
    const answer = (await call?.(new Uint8Array(), { signal, send: () => undefined })) ?? new Uint8Array();
    const { identitySchemas } = MESSAGES.decode(CALLS.GetResourceIdentitySchemas[1], answer);
    // -- a map by the name of the type
    return outlineOfTerraform(schema, identitySchemas);
  },
};
