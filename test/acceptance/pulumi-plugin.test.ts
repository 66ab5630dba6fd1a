import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { testInFull } from "../support/extent.ts";
import { SSO_PROGRAM, upWithRecord } from "../support/sso-stack.ts";
import { installPlugin, onPlugin, openPluginStory, pluginProgram } from "./support/plugin-story.ts";
import { declare } from "./support/program-text.ts";
import { keyOf, makeDomain } from "./support/service.ts";
import { closeStories, Story, type StoryOptions, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const tokens = async ({ stack }: Story): Promise<string[]> => {
  const { resources = [] } = await stack.deployment();
  const own = resources.filter((one) => one.type.startsWith("orgform:"));
  return own.map(({ type, urn }) => `${type} ${urn.split("::").at(-1) ?? ""}`).sort();
};

/** Only an unscoped key can request a verification. */
const mayVerify = (sandbox: Sandbox): StoryOptions => ({ apiKey: keyOf(sandbox, null) });

const TOKENS = [
  "orgform:index:Domain first",
  "orgform:index:Domain second",
  "orgform:index:DomainSso sso",
  "orgform:index:DomainVerification verified",
  "orgform:index:Organization org",
];

describe.each(SCENARIO_DIALECTS)("dialect %s", (dialect) => {
  test(
    "sets up single sign-on, finds nothing more to do, shows drift by property, and is destroyed",
    async () => {
      const story = await openPluginStory(dialect, onPlugin(SSO_PROGRAM), mayVerify);
      const { sandbox, stack } = story;
      await stack.must("preview");
      expect(story.writes()).toEqual([]);
      await upWithRecord(sandbox, stack);
      expect(await tokens(story)).toEqual(TOKENS);
      expect(story.domain("first.example")).toMatchObject({ sso_enforcement: "saml" });
      await stack.previewEmpty();
      await stack.refresh("--expect-no-changes");
      const { id } = story.domain("first.example");
      sandbox.control.updateDomain(id, { saml_entity_id: "https://elsewhere.example" });
      await stack.refresh();
      const preview = JSON.parse(await stack.must("preview", "--json")) as {
        steps: { op: string; urn: string; detailedDiff: unknown }[];
      };
      const changed = preview.steps.filter(({ op }) => op !== "same");
      expect(changed.map(({ op, detailedDiff }) => ({ op, detailedDiff }))).toEqual([
        { op: "update", detailedDiff: { samlEntityId: { kind: "update", inputDiff: true } } },
      ]);
      await stack.up();
      expect(story.domain("first.example")).toMatchObject({ saml_entity_id: "https://idp.first.example" });
      await stack.destroy();
      expect(story.organizationNames()).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});

describe.each(SCENARIO_DIALECTS)("with existing objects (%s)", (dialect) => {
  testInFull(
    "imports a domain by its name without its secrets, and previews nothing afterwards",
    async () => {
      const story = await openPluginStory(dialect, pluginProgram([]));
      const { sandbox, stack } = story;
      const { organizationId } = sandbox;
      const domain = { domain: "known.example", saml_entity_id: "https://idp.example", saml_x509_cert: "HUSHED" };
      const domainId = await makeDomain(sandbox, organizationId, domain);
      await stack.up();
      // The engine of this suite prints no code. It would print the inputs that it stores.
      const id = `${organizationId}/known.example`;
      await stack.must(
        "import",
        "--yes",
        "--generate-code=false",
        "--protect=false",
        "orgform:index:Domain",
        "known",
        id,
      );
      const entry = await stack.entry("Domain", "known");
      expect(entry?.id).toBe(`${organizationId}/${domainId}`);
      const { inputs = {} } = entry ?? {};
      // A value that equals the service's default doesn't have to be declared.
      expect(inputs).toEqual({
        organizationId,
        domain: "known.example",
        samlEntityId: "https://idp.example",
      });
      stack.write({ "index.js": pluginProgram([declare("Domain", "known", inputs)]) });
      await stack.previewEmpty();
      await stack.refresh("--expect-no-changes");
      stack.write({ "index.js": pluginProgram([declare("Domain", "known", { ...inputs, samlX509Cert: "HUSHED" })]) });
      expect(await story.up()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  testInFull(
    "takes over a stack of dynamic resources without creating or deleting anything",
    async () => {
      const story = await Story.open(dialect, SSO_PROGRAM, mayVerify);
      const { sandbox, stack } = story;
      await upWithRecord(sandbox, stack);
      installPlugin(story);
      stack.write({ "index.js": onPlugin(SSO_PROGRAM) });
      const preview = await stack.previewEmpty();
      expect(preview).toMatch(/6 unchanged/u);
      expect(await story.up()).toEqual([]);
      expect(await tokens(story)).toEqual(TOKENS);
      await stack.refresh("--expect-no-changes");
      await stack.destroy();
      expect(story.organizationNames()).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );

  testInFull(
    "looks objects up in a program, and serves several accounts",
    async () => {
      const program = (sandbox: Sandbox): string =>
        pluginProgram(
          [],
          `const other = new orgform.Provider("other", { host: ${JSON.stringify(sandbox.host)}, apiKey: ${JSON.stringify(sandbox.apiKey)}, organizationId: ${JSON.stringify(sandbox.organizationId)} });`,
          `const made = new orgform.Domain("made", { domain: "made.example", samlX509Cert: "HUSHED" }, { provider: other });`,
          `const known = orgform.Organization.get("known", ${JSON.stringify(sandbox.organizationId)}, { provider: other });`,
          `export const name = known.name;`,
          `export const found = pulumi.runtime.invoke("orgform:index:getOrganization", { name: "Acme" }, { provider: other }).then((one) => one.organizationId);`,
        );
      const story = await openPluginStory(dialect, program, { config: {}, secrets: {} });
      const { sandbox, stack } = story;
      const output = await stack.up();
      expect(JSON.parse(await stack.must("stack", "output", "--json"))).toEqual({
        name: "Acme",
        found: sandbox.organizationId,
      });
      const file = join(stack.folder, "secrets.json");
      await stack.must("stack", "export", "--file", file);
      const texts = [output, readFileSync(file, "utf8"), await stack.must("preview", "--diff")].join("\n");
      expect(texts.split(sandbox.apiKey)).toHaveLength(1);
      expect(texts.split("HUSHED")).toHaveLength(1);
      await stack.destroy();
      expect(story.domainNames()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});
