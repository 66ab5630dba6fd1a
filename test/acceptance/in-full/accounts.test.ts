import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { code, declare, programOf } from "../support/program-text.ts";
import { closeLater, closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const account = (name: string, host: string, key: string, organizationId: string): string =>
  `const ${name} = new orgform.Provider("${name}", { host: "${host}", apiKey: config.requireSecret("${key}"), organizationId: "${organizationId}" });`;

function twoAccounts(accounts: readonly string[], entity: string): string {
  const [head = "", body = ""] = programOf([
    declare("Domain", "west", { domain: "west.example", samlEntityId: entity }, { provider: code("first") }),
    declare("Domain", "east", { domain: "east.example", samlEntityId: entity }, { provider: code("second") }),
  ]).split("const west");
  return [head, "const config = new pulumi.Config();", ...accounts, `const west${body}`].join("\n");
}

const DOMAINS = [
  declare("Domain", "one", { domain: "one.example" }),
  declare("Domain", "two", { domain: "two.example" }),
];

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("two explicit providers serve two accounts, and only their entries of the state hold the keys, encrypted", async () => {
    const west = await startSandbox({ dialect });
    closeLater(() => west.close());
    const westKey = "phx_west_account_key_of_this_test";
    west.control.createKey({ email: "founder@acme.example", scopes: null, value: westKey });
    const story = await Story.open(dialect, "", (east) => ({
      config: {},
      secrets: { "test:westKey": westKey, "test:eastKey": east.apiKey },
    }));
    const { stack, sandbox: east } = story;
    const accounts = [
      account("first", west.host, "westKey", west.organizationId),
      account("second", east.host, "eastKey", east.organizationId),
    ];
    stack.write({ "index.js": twoAccounts(accounts, "one") });
    await stack.up();
    stack.write({ "index.js": twoAccounts(accounts, "two") });
    await stack.up();

    const held = [west, east].map(({ control }) =>
      control.domains().map((row) => [row["domain"], row["saml_entity_id"]]),
    );
    expect(held).toEqual([[["west.example", "two"]], [["east.example", "two"]]]);
    const { resources = [] } = await stack.deployment();
    const keyed = resources.filter((entry) => JSON.stringify(entry).includes("apiKey"));
    expect(keyed.map(({ urn }) => urn.split("::").slice(2).join(" ")).sort()).toEqual([
      "pulumi:providers:pulumi-nodejs first",
      "pulumi:providers:pulumi-nodejs second",
    ]);
    for (const entry of keyed) {
      expect(entry.inputs?.["orgform:apiKey"]).toMatchObject({ ciphertext: expect.stringMatching(/^v1:/u) });
    }
    const state = readFileSync(join(stack.folder, "export.json"), "utf8");
    expect([westKey, east.apiKey].filter((key) => state.includes(key))).toEqual([]);
    expect(await stack.previewEmpty()).toContain("5 unchanged");
    await stack.destroy();
    expect([...west.control.domains(), ...east.control.domains()]).toEqual([]);
  });

  testInFull(
    "missing settings are one clear error, a key in plain text is a warning, and settings also provide the organization",
    async () => {
      const story = await Story.open(dialect, programOf(DOMAINS), { config: {}, secrets: {} });
      const { stack, sandbox } = story;
      const nothing = await stack.run("preview");
      expect(nothing.status).not.toBe(0);
      const clear =
        "The apiKey is missing: run `pulumi config set --secret orgform:apiKey <value>`, or set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY.";
      expect(nothing.output).toContain(
        `has a problem: ${clear}\n    The host is missing: run \`pulumi config set orgform:host <value>\`, or set the environment variable ORGFORM_HOST or POSTHOG_HOST.`,
      );
      const diagnostics = nothing.output.split("Diagnostics:")[1] ?? "";
      expect(diagnostics.split(clear)).toHaveLength(2);

      await stack.must("config", "set", "orgform:host", sandbox.host);
      await stack.must("config", "set", "--plaintext", "orgform:apiKey", sandbox.apiKey);
      const unplaced = await stack.run("preview");
      expect(unplaced.status).not.toBe(0);
      expect(unplaced.output).toContain(
        "property organizationId value {<nil>} has a problem: is required: set it here, or run `pulumi config set orgform:organizationId <value>`",
      );
      expect(unplaced.output).toContain(
        "warning: The API key is in plain text in this stack's configuration and state. Run `pulumi config set --secret orgform:apiKey <key>`, then replace the key: it has been readable.",
      );
      expect(sandbox.control.requests()).toEqual([]);

      await stack.must("config", "set", "--secret", "orgform:apiKey", sandbox.apiKey);
      await stack.must("config", "set", "orgform:organizationId", sandbox.organizationId);
      const output = await stack.up();
      expect(output).not.toContain("stands in clear");
      const owners = sandbox.control.domains().map((row) => [row["domain"], row["organization"]]);
      expect(new Map(owners as [string, string][])).toEqual(
        new Map([
          ["one.example", sandbox.organizationId],
          ["two.example", sandbox.organizationId],
        ]),
      );
      expect(owners).toHaveLength(2);
      expect(await story.outputs("Domain", "one")).toMatchObject({ organizationId: sandbox.organizationId });
    },
  );
});
