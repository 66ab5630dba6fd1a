import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { declare, programOf } from "../support/program-text.ts";
import { keyOf } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";
import { closeTerraformStories, openStory } from "../terraform/fixture.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);
afterEach(closeTerraformStories);

const DIALECT = "2026-09";
const ROUTE = "/api/organizations/:id/identity_provider_configs/";
const NAMES = ["One", "Two", "Three"];

const providersIn = ({ control }: Sandbox) =>
  control.call("GET", "identity-provider-configs") as readonly { name: string; saml_entity_id: string }[];

/** Every response to a create is lost, and the list shows the object some seconds later. */
function loseAndLag({ control }: Sandbox): void {
  control.addFault({ kind: "reset-after", method: "POST", route: ROUTE, times: NAMES.length });
  control.addFault({ kind: "empty-list", method: "GET", route: ROUTE, times: 4 });
}

const postsIn = ({ control }: Sandbox): number =>
  control.requests().filter(({ method, path }) => method === "POST" && path.includes("identity_provider")).length;

const terraformProgram = (sandbox: Sandbox): string =>
  NAMES.map(
    (name) => `
resource "orgform_identity_provider" "${name.toLowerCase()}" {
  organization_id = "${sandbox.organizationId}"
  name            = "${name}"
  protocol        = "saml"
  saml            = { entity_id = "urn:${name}", acs_url = "https://idp.acme.example/${name}", x509_cert = "one" }
}
`,
  ).join("");

describe("a list that lags behind lost creates", () => {
  test("causes no second object in Terraform", async () => {
    const { sandbox, workspace } = await openStory(DIALECT, terraformProgram);
    loseAndLag(sandbox);
    expect(await workspace.apply()).toContain("Resources: 3 added");
    expect(postsIn(sandbox)).toBe(3);
    expect(providersIn(sandbox)).toHaveLength(3);
    expect(await workspace.planStatus()).toBe(0);
  });

  test.each([
    ["dynamic", (text: string) => text],
    ["plugin", onPlugin],
  ] as const)("causes no second object in Pulumi, %s", async (engine, textOf) => {
    const program = (organizationId: string): string =>
      textOf(
        programOf(
          NAMES.map((name) =>
            declare("IdentityProvider", name.toLowerCase(), {
              organizationId,
              name,
              protocol: "saml",
              saml: { entityId: `urn:${name}`, acsUrl: `https://idp.acme.example/${name}`, x509Cert: "one" },
            }),
          ),
        ),
      );
    const story = await Story.open(DIALECT, "");
    if (engine === "plugin") installPlugin(story);
    story.stack.write({ "index.js": program(story.sandbox.organizationId) });
    loseAndLag(story.sandbox);
    await story.stack.up();
    expect(postsIn(story.sandbox)).toBe(3);
    expect(providersIn(story.sandbox)).toHaveLength(3);
    await story.stack.previewEmpty();
  });
});

test("after creates that never arrived, a program doesn't adopt another account's objects", async () => {
  const { sandbox, workspace } = await openStory(DIALECT, terraformProgram);
  const { control, organizationId, host } = sandbox;
  control.addFault({ kind: "reset-before", method: "POST", route: ROUTE, times: 0 });
  expect(await workspace.mustFail("apply", "-auto-approve")).toContain("It's unknown whether");
  control.clearFaults();
  const apiKey = keyOf(sandbox, null);
  for (const name of NAMES) {
    const answer = await fetch(`${host}${ROUTE.replace(":id", organizationId)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name, config_scope: "saml", saml_entity_id: "urn:theirs", domain_scope: "selected" }),
    });
    expect(answer.status).toBe(201);
  }
  control.clearRequests();
  expect(await workspace.mustFail("apply", "-auto-approve")).toContain("exists already");
  await workspace.must("destroy", "-auto-approve");
  expect(control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  expect(providersIn(sandbox).map((one) => one.saml_entity_id)).toEqual(["urn:theirs", "urn:theirs", "urn:theirs"]);
});
