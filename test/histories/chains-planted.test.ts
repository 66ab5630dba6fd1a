import { expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import type { Message as WireMessage } from "../../src/grpc/messages.ts";
import { type StackOptions, STACKS } from "../support/chain-stacks.ts";
import { describeRows } from "../support/conformance-table.ts";
import { playChains } from "./chain.ts";

/** A mistake in the provider or in the service's client that chains have to notice. */
interface Planted {
  readonly stack: string;
  readonly resource: string;
  /** Matches the rule that the chain reports as broken. */
  readonly rule: RegExp;
  readonly options: () => Pick<StackOptions, "tampered" | "definitions">;
}

/** Changes the response to one kind of call. */
const instead =
  (of: string, change: (answer: WireMessage) => WireMessage): Planted["options"] =>
  () => ({ tampered: (call, answer) => (call === of ? { ...answer, ...change(answer) } : answer) });

/** Answers every call of a kind with the response to the first. */
function frozen(of: string): Planted["options"] {
  return () => {
    let first: WireMessage | undefined;
    return { tampered: (call, answer) => (call === of ? (first ??= answer) : answer) };
  };
}

/** Carries out an operation of the resource twice. */
function twice(resource: string, verb: "create" | "update"): Planted["options"] {
  const definitions = resources.map((one) => {
    const { [verb]: once } = one.ops;
    if (one.name !== resource || once === undefined) return one;
    const again = async (...given: unknown[]): Promise<unknown> => {
      await Reflect.apply(once, undefined, given);
      return Reflect.apply(once, undefined, given);
    };
    return { ...one, ops: { ...one.ops, [verb]: again } };
  });
  return () => ({ definitions });
}

const counted = (): Planted["options"] => {
  let count = 0;
  return instead("Read", ({ properties }) => ({
    properties: { ...(properties as object), organizationId: `${(count += 1)}` },
  }));
};

const PLANTED: Readonly<Record<string, Planted>> = {
  "a refresh drops the private bytes": {
    stack: "terraform, write-only",
    resource: "Project",
    rule: /a refresh finds nothing where nobody changed anything/u,
    options: instead("ReadResource", () => ({ private: new Uint8Array() })),
  },
  "an update drops the private bytes": {
    stack: "terraform, write-only",
    resource: "Project",
    rule: /The private bytes lack what was sent of slackIncomingWebhook/u,
    options: instead("ApplyResourceChange", () => ({ private: new Uint8Array() })),
  },
  "a refresh loses the identity": {
    stack: "terraform",
    resource: "Role",
    rule: /a refresh finds nothing where nobody changed anything/u,
    options: instead("ReadResource", () => ({ newIdentity: undefined })),
  },
  "a create is sent twice": {
    stack: "pulumi-plugin",
    resource: "Project",
    rule: /nothing is sent twice/u,
    options: twice("Project", "create"),
  },
  "an update is sent twice": {
    stack: "pulumi-dynamic",
    resource: "Role",
    rule: /nothing is sent twice/u,
    options: twice("Role", "update"),
  },
  "a refresh answers what it answered before": {
    stack: "pulumi-plugin",
    resource: "Role",
    rule: /a refresh tells a change of name|a refresh finds nothing/u,
    options: frozen("Read"),
  },
  "a refresh changes what nobody changed": {
    stack: "pulumi-plugin",
    resource: "Role",
    rule: /a refresh finds nothing where nobody changed anything/u,
    options: counted(),
  },
  "an update loses outputs": {
    stack: "pulumi-dynamic",
    resource: "Role",
    rule: /state shows after|a refresh finds nothing/u,
    options: instead("update", ({ outs }) => ({ outs: { ...(outs as object), roleId: undefined } })),
  },
};

describeRows(
  (fixture) => {
    const planted = Object.entries(PLANTED).filter(([, { resource }]) => resource === fixture.row.resource);
    test.each(planted)("chains notice when %s", async (_what, { stack, rule, options }) => {
      const make = STACKS[stack];
      if (make === undefined) throw new Error(`There is no stack of ${stack}.`);
      const sound = await playChains(fixture, make, 0, { seed: 1, numRuns: 1 });
      expect(sound.failed).toBe(false);
      const broken = await playChains(fixture, (given) => make({ ...given, ...options() }), 0, {
        seed: 1,
        numRuns: 3,
        endOnFailure: true,
      });
      expect(broken.failed).toBe(true);
      expect(String(broken.errorInstance)).toMatch(rule);
    });
  },
  (row, { name }, dialect) =>
    name === "pulumi-dynamic" &&
    dialect === "2025-08" &&
    Object.values(PLANTED).some(({ resource }) => resource === row.resource),
);
