import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import { optional, type Slot } from "./slot.ts";

const files = fc.constantFrom(
  { "index.ts": "export const a = 1;\n" },
  { "index.ts": "export const a = 2;\n", "site.ts": "" },
);

/** A pipeline item with capabilities that fit its family. */
const item = (name: string, resource: string, capabilities: Values, further: fc.Arbitrary<Values>): Slot => ({
  name: `item ${name}`,
  resource,
  needs: [],
  values: further,
  inputs: ({ organizationId }, given) => ({ organizationId, name, capabilities, ...given }),
  row: { table: "plugins", isNamed: (row) => String(row["name"]).startsWith(name) },
  outside: {
    edit: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `plugins/${id}`, { description: "Changed elsewhere" }),
    delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `plugins/${id}`),
  },
});

const plain = optional({ description: fc.constantFrom("One.", "Two."), isGlobal: fc.boolean() });

/** A pipeline item of every kind. The first one has files, too. */
export const ITEMS: readonly Slot[] = [
  item("mailer", "Plugin", { methods: ["onEvent"] }, optional({ source: files, tag: fc.constantFrom("v1", "v2") })),
  item("sink", "PipelineDestination", { methods: ["onEvent"] }, plain),
  item("panel", "PipelineFrontendApp", { jobs: ["show"] }, plain),
  item("reader", "PipelineImportApp", { scheduledTasks: ["runEveryHour"] }, plain),
  item("filter", "PipelineTransformation", { methods: ["processEvent"] }, plain),
];
