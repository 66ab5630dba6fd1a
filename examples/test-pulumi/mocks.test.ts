import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

/** Everything that the program declared. */
const declared: pulumi.runtime.MockResourceArgs[] = [];

await pulumi.runtime.setMocks({
  newResource: (args) => {
    declared.push(args);
    return { id: `${args.name}-id`, state: { ...args.inputs, organizationId: "01912345-89ab-7def-8123-456789abcdef" } };
  },
  call: ({ inputs }) => inputs,
});
// After the mocks: the program's resources register themselves when it's loaded.
const { acme } = await import("./acme.js");

test("every founder becomes an administrator of the organization", async () => {
  const { organizationId } = acme(["ada@acme.example", "grace@acme.example"]);
  const id = await new Promise((resolve) => void organizationId.apply(resolve));
  await pulumi.runtime.disconnect();
  const invites = declared.filter(({ type }) => type === "orgform:index:Invite");
  expect(invites.map(({ inputs }) => inputs)).toEqual([
    { organizationId: id, email: "ada@acme.example", level: "admin" },
    { organizationId: id, email: "grace@acme.example", level: "admin" },
  ]);
});
