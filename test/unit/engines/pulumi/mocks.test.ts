import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import * as orgform from "../../../../src/pulumi-plugin.ts";

test("Pulumi's mocks stand in for the service: a program's own test needs no engine", async () => {
  const made: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      made.push(`${type} ${name}`);
      return { id: `${name}-id`, state: { ...inputs, organizationId: "o1" } };
    },
    call: ({ inputs }) => inputs,
  });
  const organization = new orgform.Organization("acme", { name: "Acme" });
  const domain = new orgform.Domain("mail", {
    organizationId: organization.organizationId,
    domain: "acme.example",
  });
  const given = await new Promise((resolve) => pulumi.all([domain.organizationId, domain.domain]).apply(resolve));
  expect(given).toEqual(["o1", "acme.example"]);
  expect(made).toEqual(["orgform:index:Organization acme", "orgform:index:Domain mail"]);
});
