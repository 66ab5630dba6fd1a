import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { installPrintingHost, typescriptOf } from "../../support/printing-host.ts";
import { runTool } from "../../support/run-tool.ts";
import { openPluginStory, pluginProgram, PROJECT } from "../support/plugin-story.ts";
import { makeDomain } from "../support/service.ts";
import { closeLater, closeStories, STORY_LIMIT_MS, VERIFIED_AT } from "../support/story.ts";

afterEach(closeStories);

const TYPES = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  types: [],
  // The SDK's own declarations need the types of Node.
  skipLibCheck: true,
};

interface ImportFile {
  readonly resources: readonly { readonly type: string; readonly name: string; readonly id: string }[];
}

/** An organization with two domains, one of them verified and with single sign-on. IDs by the names of resources. */
async function furnish(sandbox: Sandbox): Promise<Readonly<Record<string, string>>> {
  const { organizationId, control } = sandbox;
  await makeDomain(sandbox, organizationId, { domain: "plain.example", saml_x509_cert: "HUSHED" });
  const known = await makeDomain(sandbox, organizationId, { domain: "known.example" });
  control.updateDomain(known, { verified_at: VERIFIED_AT, sso_enforcement: "saml", saml_x509_cert: "HUSHED" });
  return {
    acme: organizationId,
    plain: `${organizationId}/plain.example`,
    verified: `${organizationId}/${known}`,
    sso: `${organizationId}/known.example`,
  };
}

const typeOf = { acme: "Organization", plain: "Domain", verified: "DomainVerification", sso: "DomainSso" };

describe.each(SCENARIO_DIALECTS)("many at once (%s)", (dialect) => {
  test(
    "are imported from a file as code that compiles, contains no secret, and leaves nothing to change",
    async () => {
      const story = await openPluginStory(dialect, pluginProgram([]));
      const { sandbox, stack } = story;
      const ids = await furnish(sandbox);
      const list = Object.entries(typeOf).map(([name, type]) => ({
        type: `orgform:index:${type}`,
        name,
        id: ids[name] ?? "",
      }));
      const host = await installPrintingHost(stack);
      closeLater(() => host.close());
      stack.write({
        "Pulumi.yaml": PROJECT.replace("nodejs", host.runtime),
        "list.json": JSON.stringify({ resources: list }),
      });
      const bulk = ["import", "--yes", "--skip-preview", "--protect=false", "--file"];
      await stack.must(...bulk, "list.json", "--out", "printed.txt");
      const printed = readFileSync(join(stack.program, "printed.txt"), "utf8");
      expect(printed).not.toContain("HUSHED");
      expect(printed.match(/organizationId = acme\.\w+/gu)).toHaveLength(3);
      const program = typescriptOf(printed, "orgform/pulumi-plugin");
      stack.write({
        "Pulumi.yaml": PROJECT,
        "index.js": program,
        "index.ts": program,
        "tsconfig.json": JSON.stringify({ compilerOptions: TYPES, files: ["index.ts"] }),
      });
      expect(await runTool("@typescript/native:tsc", ["-p", "tsconfig.json"], stack.program)).toMatchObject({
        status: 0,
        output: "",
      });
      sandbox.control.clearRequests();
      expect(await stack.previewEmpty()).toContain("5 unchanged");
      await stack.refresh("--expect-no-changes");
      expect(story.writes()).toEqual([]);

      // In the other direction: an existing program, and the list of objects that it would create.
      await stack.must("stack", "init", "second");
      await stack.must("config", "set", "orgform:host", sandbox.host);
      await stack.must("config", "set", "--secret", "orgform:apiKey", sandbox.apiKey);
      await stack.must("preview", "--import-file", "adopted.json");
      const file = join(stack.program, "adopted.json");
      const { resources } = JSON.parse(readFileSync(file, "utf8")) as ImportFile;
      const open = list.map((one) => ({ ...one, id: "<PLACEHOLDER>" }));
      expect(resources.toSorted((left, right) => (left.name < right.name ? -1 : 1))).toEqual(
        open.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
      );
      writeFileSync(file, JSON.stringify({ resources: list }));
      await stack.must(...bulk, "adopted.json", "--generate-code=false");
      await stack.previewEmpty();
      expect(story.writes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});
