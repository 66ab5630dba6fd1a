import { createRequire } from "node:module";

import { expect, test } from "@jest/globals";

import { analyzerCalls } from "../../../src/engines/pulumi/analyzer/analyzer.ts";
import { ANALYZER_MESSAGES } from "../../../src/engines/pulumi/analyzer/protocol.ts";

const load = createRequire(__filename);

interface Published {
  toObject(): Record<string, unknown>;
}
type PublishedTypes = Readonly<Record<string, { deserializeBinary(bytes: Uint8Array): Published }>>;

const analyzer = load("@pulumi/pulumi/proto/analyzer_pb") as PublishedTypes;

const asPublished = (type: string, message: Record<string, unknown>) =>
  analyzer[type]?.deserializeBinary(ANALYZER_MESSAGES.encode(type, message)).toObject();

test("what a pack answers is read by the published messages as it was written", () => {
  const policy = {
    name: "n",
    displayName: "d",
    description: "e",
    message: "m",
    enforcementLevel: 1,
    policyType: 1,
    severity: 3,
  };
  const info = { name: "p", displayName: "P", policies: [policy], version: "1", supportsConfig: true };
  expect(asPublished("AnalyzerInfo", info)).toMatchObject({
    name: "p",
    displayname: "P",
    version: "1",
    supportsconfig: true,
    policiesList: [
      { name: "n", displayname: "d", description: "e", message: "m", enforcementlevel: 1, policyType: 1, severity: 3 },
    ],
  });
  const diagnostic = {
    policyName: "n",
    policyPackName: "p",
    policyPackVersion: "1",
    description: "d",
    message: "m",
    enforcementLevel: 1,
    urn: "u",
    severity: 2,
  };
  expect(asPublished("AnalyzeResponse", { diagnostics: [diagnostic] })?.["diagnosticsList"]).toEqual([
    {
      policyname: "n",
      policypackname: "p",
      policypackversion: "1",
      description: "d",
      message: "m",
      enforcementlevel: 1,
      urn: "u",
      severity: 2,
    },
  ]);
});

test("what the engine asks is written by ours as the published messages read it", () => {
  const asked = { type: "t", properties: { a: 1 }, urn: "u", name: "n" };
  expect(asPublished("AnalyzeRequest", asked)).toMatchObject({
    type: "t",
    urn: "u",
    name: "n",
    properties: { fieldsMap: [["a", expect.objectContaining({ numberValue: 1 })]] },
  });
});

test("every call of the published service is answered", () => {
  const { AnalyzerService: service } = load("@pulumi/pulumi/proto/analyzer_grpc_pb") as {
    AnalyzerService: Readonly<Record<string, { readonly path: string }>>;
  };
  const calls = analyzerCalls(() => Promise.reject(new Error("not asked")));
  expect(Object.keys(calls).toSorted()).toEqual(
    Object.values(service)
      .map(({ path }) => path)
      .toSorted(),
  );
});
