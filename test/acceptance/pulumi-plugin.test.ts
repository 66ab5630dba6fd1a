import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../src/sandbox/index.ts";
import { DIALECTS } from "../support/dialects.ts";
import { SSO_PROGRAM, upWithRecord } from "../support/sso-stack.ts";
import { onPlugin, openPluginStory } from "./support/plugin-story.ts";
import { keyOf } from "./support/service.ts";
import { closeStories, type Story, type StoryOptions, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const tokens = async ({ stack }: Story): Promise<string[]> => {
  const { resources = [] } = await stack.deployment();
  const own = resources.filter((one) => one.type.startsWith("orgform:"));
  return own.map(({ type, urn }) => `${type} ${urn.split("::").at(-1) ?? ""}`).sort();
};

/** Only a key without scopes may ask for a verification. */
const mayVerify = (sandbox: Sandbox): StoryOptions => ({ apiKey: keyOf(sandbox, null) });

const TOKENS = [
  "orgform:index:Domain first",
  "orgform:index:Domain second",
  "orgform:index:DomainSso sso",
  "orgform:index:DomainVerification verified",
  "orgform:index:Organization org",
];

describe.each(DIALECTS)("dialect %s", (dialect) => {
  test(
    "brings single sign-on up, is complete, shows drift by property and goes",
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
