import { expect } from "@jest/globals";

import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const one = ({ projectId, functionId }: Seeded) => ({ projectId, functionId });

const NOT_YET = {
  because: "the service has hog functions since 2025",
  fails: /404 endpoint_not_found.*\n.*Services have had hog functions since 2025/u,
};
const departs = { documented: NOT_YET, "2025-08": NOT_YET };

const HOOK = {
  type: "destination",
  templateId: "template-webhook",
  name: "Hook",
  description: "Calls home",
  enabled: false,
  hog: "fetch(inputs.url)",
  inputs: '{"url":"https://acme.example/hook"}',
  filters: '{"filter_test_accounts":true}',
  masking: '{"hash":"{person.id}","ttl":60}',
  mappings: '[{"filters":{"events":[{"id":"signup","type":"events"}]},"name":"Sign up"}]',
  iconUrl: "/static/hook.png",
};
/** Fields that a list of 2025-08 doesn't show. */
const NOT_IN_ROWS = ["inputs", "liquidInputs", "masking", "mappings"];
const { inputs: _inputs, masking: _masking, mappings: _mappings, ...IN_EVERY_ROW } = HOOK;
/** Served since 2025, actions of a function aside. */
const departsOnce = { documented: NOT_YET };
const ABSENT = ["executionOrder", "inputsSchema"];

export const HOG_ROWS: Readonly<Record<string, FunctionRow>> = {
  getHogFunction: {
    args: ({ projectId }) => ({ projectId, name: "Hook" }),
    gives: (seeded) => ({ ...IN_EVERY_ROW, ...one(seeded) }),
    absent: ABSENT,
    notEverywhere: NOT_IN_ROWS,
    departs: departsOnce,
    unasked: { scopes: ["project:read"], because: "a missing function is confirmed by its project" },
  },
  listHogFunctions: {
    args: ({ projectId }) => ({ projectId }),
    gives: (seeded) => [
      { name: "GeoIP", type: "transformation", executionOrder: 1 },
      { ...IN_EVERY_ROW, ...one(seeded) },
    ],
    absent: ["inputsSchema"],
    notEverywhere: NOT_IN_ROWS,
    departs: departsOnce,
    unasked: { scopes: ["project:read"], because: "a missing function is confirmed by its project" },
  },
  getHogFunctionTemplate: {
    args: ({ projectId }) => ({ projectId, templateId: "template-webhook" }),
    gives: () => ({
      name: "HTTP Webhook",
      type: "destination",
      free: true,
      inputsSchema: expect.arrayContaining([expect.objectContaining({ key: "url", required: true })]),
    }),
    departs: departsOnce,
    unasked: { scopes: ["hog_function:read"], because: "the service shows templates to everybody" },
  },
  testHogFunction: {
    args: one,
    gives: () => ({
      status: "success",
      logs: [{ level: "info", message: "The sandbox checked the configuration and ran nothing." }],
      errors: [],
    }),
    absent: ["result"],
    effect: {
      // It leaves nothing behind: that it was asked is all there is to see.
      look: ({ sandbox }) => sandbox.control.requests().some(({ path }) => path.endsWith("/invocations/")),
      after: () => true,
    },
    departs,
  },
  listHogFunctionLogs: {
    args: (seeded) => ({ ...one(seeded), level: ["ERROR"] }),
    gives: () => [{ level: "ERROR", message: "no answer", instanceId: "run-1" }],
    departs,
  },
};
