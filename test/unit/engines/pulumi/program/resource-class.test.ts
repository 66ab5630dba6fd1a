import { createRequire } from "node:module";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import * as dynamic from "../../../../../src/pulumi.ts";
import * as plugin from "../../../../../src/pulumi-plugin.ts";

interface Request {
  getName(): string;
  setProtect(value: boolean): Request;
}

const { RegisterResourceRequest } = createRequire(__filename)("@pulumi/pulumi/proto/resource_pb.js") as {
  RegisterResourceRequest: { prototype: Request };
};
const { setProtect } = RegisterResourceRequest.prototype;

/** The `protect` values that programs sent, by the name of the resource. A missing name left it to the engine. */
const sent: Record<string, boolean> = {};

beforeEach(async () => {
  for (const name of Object.keys(sent)) delete sent[name];
  RegisterResourceRequest.prototype.setProtect = function (value) {
    sent[this.getName()] = value;
    return setProtect.call(this, value);
  };
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
    call: () => ({}),
  });
});

afterEach(() => {
  RegisterResourceRequest.prototype.setProtect = setProtect;
});

async function protectionIn(run: () => readonly pulumi.Resource[]): Promise<Record<string, boolean>> {
  const made = run();
  await Promise.all(made.map((one) => new Promise((resolve) => one.urn.apply((urn) => resolve(urn)))));
  return { ...sent };
}

describe.each([
  ["dynamic", dynamic],
  ["plugin", plugin],
])("%s", (_engine, { Domain, Organization, Project }) => {
  const organizationId = "01912345-89ab-7cde-8f01-23456789abcd";

  test("an organization and a project are protected unless told otherwise, what is inside of them is not", async () => {
    const found = await protectionIn(() => {
      const kept = new Organization("kept", { name: "Kept" });
      const team = new pulumi.ComponentResource("test:index:Team", "team", {}, { parent: kept });
      return [
        kept,
        team,
        new Domain("child", { organizationId, domain: "a.example" }, { parent: kept }),
        new Domain("grandchild", { organizationId, domain: "b.example" }, { parent: team }),
        new Project("project", { organizationId, name: "Web" }, { parent: kept }),
        new Domain("beside", { organizationId, domain: "c.example" }),
      ];
    });
    expect(found).toEqual({ kept: true, team: false, child: false, grandchild: false, project: true });
  });

  test("a plain `false` leaves the option alone, a value that is not known yet counts as protection", async () => {
    const later = pulumi.output(false);
    const found = await protectionIn(() => [
      new Organization("lifted", { name: "Lifted", deletionProtection: false }),
      new Organization("later", { name: "Later", deletionProtection: later }),
      Organization.get("shown", organizationId),
    ]);
    expect(found).toEqual({ later: true });
  });

  test("what the caller says, or whoever holds the resource, goes before", async () => {
    const found = await protectionIn(() => {
      const vault = new pulumi.ComponentResource("test:index:Vault", "vault", {}, { protect: true });
      const open = new Organization("open", { name: "Open" }, { protect: false });
      const held = new Organization("held", { name: "Held", deletionProtection: false }, { parent: vault });
      return [
        vault,
        open,
        held,
        new Domain("inOpen", { organizationId, domain: "a.example" }, { parent: open }),
        new Domain("inHeld", { organizationId, domain: "b.example" }, { parent: held }),
      ];
    });
    expect(found).toEqual({ vault: true, open: false, held: true, inOpen: false, inHeld: true });
  });

  test.each([true, false])(
    "what is inside of a protected organization inherits what holds the organization: %s",
    async (protect) => {
      const found = await protectionIn(() => {
        const room = new pulumi.ComponentResource("test:index:Room", "room", {}, { protect });
        const kept = new Organization("kept", { name: "Kept" }, { parent: room });
        return [room, kept, new Domain("child", { organizationId, domain: "a.example" }, { parent: kept })];
      });
      expect(found).toEqual({ room: protect, kept: true, child: protect });
    },
  );
});
