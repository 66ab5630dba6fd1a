import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";

import { openPluginStory } from "./support/plugin-story.ts";
import { closeStories, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const PACK_MAIN = join(__dirname, "../../dist/cli/policy-pack/main.js");

/**
 * A resource of the native plugin and others of the dynamic classes, with secrets and with values that only an update
 * provides.
 */
const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import * as native from "orgform/pulumi-plugin";
import * as dynamic from "orgform/pulumi";
const acme = new native.Organization("acme", { name: "Acme Labs", membersCanInvite: true });
const web = new dynamic.Project("web", { organizationId: acme.organizationId, name: "Web!", deletionProtection: false });
const lake = (name, bucketName, awsSecretAccessKey) => new dynamic.BatchExport(name, {
  organizationId: acme.organizationId, projectId: web.projectId, name, model: "events", interval: "hour",
  destination: { s3: { bucketName, region: "us-east-1", prefix: "x", awsAccessKeyId: "AKIA", awsSecretAccessKey } },
});
lake("known", "bucket", pulumi.secret("HUSH-MARKED"));
lake("plain", "bucket", "HUSH-PLAIN");
lake("unknown", acme.slug, pulumi.secret("HUSH-UNKNOWN"));
`;

const POLICY = `
rules:
  invites-by-admins: error
  project-names: { severity: warning, pattern: "[a-z]+" }
  export-destinations: { severity: error, regions: [eu-central-1] }
  addresses-anonymized: off
  second-factor-enforced: off
overrides:
  - { labels: { stage: production }, rules: { project-names: error } }
`;

test(
  "Pulumi's preview checks both kinds of resources with the policy pack, a file or a folder, and prints no secret",
  async () => {
    const story = await openPluginStory("2026-09", PROGRAM);
    const { sandbox, stack } = story;
    stack.write({
      "orgform.policy.yaml": POLICY,
      "orgform-policy": `#!/bin/sh\nexec '${process.execPath}' '${PACK_MAIN}' "$@"\n`,
    });
    const pack = join(stack.program, "orgform-policy");
    chmodSync(pack, 0o755);
    const { status, output } = await stack.run("preview", "--policy-pack", pack);
    expect(status).not.toBe(0);
    const found = [
      ...output.matchAll(
        /\[(advisory|mandatory)\].*?(\S+) {2}\((?:orgform:index|pulumi-nodejs:dynamic\/orgform):(\w+: \w+)\)/gu,
      ),
    ];
    expect(found.map(([, level, rule, resource]) => `${level} ${rule} ${resource}`).toSorted()).toEqual([
      "advisory deletion-protected Project: web",
      "advisory inline-credentials BatchExport: known",
      "advisory inline-credentials BatchExport: plain",
      "advisory project-names Project: web",
      "mandatory export-destinations BatchExport: known",
      "mandatory export-destinations BatchExport: plain",
      "mandatory invites-by-admins Organization: acme",
    ]);
    expect(output).toContain("Project web: name is Web!; should be like [a-z]+. Rename the project.");
    expect(output).toContain("The overrides for stage=production in ");
    // The engine marks the whole block as a secret, so none of it is printed.
    expect(output).toContain("destination.s3.region is [secret]; should be ");
    for (const hidden of ["HUSH", "us-east-1", sandbox.apiKey]) expect(output).not.toContain(hidden);
    // The runtime in a folder's pack file is a plugin of Pulumi, which gets the folder.
    stack.write({
      "pack/PulumiPolicy.yaml": "runtime: orgform\n",
      "pack/orgform.policy.yaml": "rules:\n  owner: error\n",
    });
    await stack.must("plugin", "install", "analyzer", "policy-orgform", "v0.1.0", "--file", pack);
    const refused = await stack.run("preview", "--policy-pack", join(stack.program, "pack"));
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(/pack\/orgform\.policy\.yaml:2: rules\.owner: is no field of a policy file here/u);
    expect(story.writes()).toEqual([]);
  },
  STORY_LIMIT_MS,
);
