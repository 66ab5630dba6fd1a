import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { systemClock } from "../../../src/app/clock.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { typeNameOf } from "../../../src/engines/terraform/provider/names.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { TerraformProcess } from "../../support/terraform-process.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const ERASURE = "orgform_bulk_delete_persons";
const ARGUMENTS = { project_id: "@current", distinct_ids: ["ada", "ben"] };
const CONFIRMED = encodeValue({ ...ARGUMENTS, confirm: "2" });

describe.each(SCENARIO_DIALECTS)("actions, dialect %s", (dialect) => {
  let sandbox: Sandbox;
  let process: TerraformProcess;

  beforeEach(async () => {
    sandbox = await startSandbox({ dialect });
    process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: systemClock });
    await process.configure({ host: sandbox.host, apiKey: sandbox.apiKey });
    sandbox.control.clearRequests();
  });

  afterEach(() => sandbox.close());

  test("every function that writes is an action with its arguments", async () => {
    const { message } = await process.call("GetProviderSchema", {});
    const schemas = message["actionSchemas"] as Record<
      string,
      { schema: { block: { attributes: { name: string }[] } } }
    >;
    const writing = functions.filter(({ effect }) => effect !== "read").map(typeNameOf);
    expect(Object.keys(schemas).toSorted()).toEqual(writing.toSorted());
    expect(schemas[ERASURE]?.schema.block.attributes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["project_id", "distinct_ids", "confirm"]),
    );
  });

  test("an action is validated and planned without a request", async () => {
    const config = encodeValue(ARGUMENTS);
    const validated = await process.call("ValidateActionConfig", { typeName: ERASURE, config });
    const planned = await process.call("PlanAction", { actionType: ERASURE, config });
    for (const { diagnostics } of [validated, planned]) {
      expect(diagnostics.map(({ summary, detail }) => `${summary} ${detail}`).join()).toContain(
        'must be "delete 2 persons" or "2"',
      );
    }
    const right = await process.call("PlanAction", { actionType: ERASURE, config: CONFIRMED });
    expect(right.diagnostics).toEqual([]);
    expect(sandbox.control.requests()).toEqual([]);
  });

  test("an action calls its function and says that it is done, or why not", async () => {
    const events = await process.stream("InvokeAction", { actionType: ERASURE, config: CONFIRMED });
    expect(events.at(-1)).toMatchObject({ completed: {} });
    expect(JSON.stringify(events)).not.toContain("severity");
    const paths = sandbox.control.requests().map(({ method, path }) => `${method} ${path.split("?")[0] ?? ""}`);
    expect(paths).toEqual(["POST /api/projects/@current/persons/bulk_delete/"]);

    sandbox.control.addFault({ kind: "status", status: 403, method: "POST" });
    const refused = await process.stream("InvokeAction", { actionType: ERASURE, config: CONFIRMED });
    expect(JSON.stringify(refused.at(-1))).toContain("Could not call orgform_bulk_delete_persons");
  });
});
