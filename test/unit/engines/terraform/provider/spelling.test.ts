import { expect, test } from "@jest/globals";

import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { terraformSpelling } from "../../../../../src/engines/terraform/provider/spelling.ts";
import { servedNamed } from "../../../../../src/app/served.ts";
import { fieldName, fieldNames, fieldRef, message, printed } from "../../../../../src/model/messages.ts";

const SPELLING = terraformSpelling([
  {
    name: "destinationConfig",
    type: { kind: "object", members: { bucketName: { type: { kind: "string" }, required: true } } },
  },
  { name: "memberLevels", type: { kind: "map", of: { kind: "string" } } },
  {
    name: "ruleSets",
    type: {
      kind: "list",
      of: { kind: "object", members: { ttlSeconds: { type: { kind: "number" }, required: false } } },
    },
  },
]);

test("what a message tells to write is written as in a configuration", () => {
  const text = message`Two steps: set ${fieldRef("deletionProtection", false)}; or ${fieldRef("adopt", "x")}, or ${fieldRef("maxRemovals", 7)}.`;
  expect(printed(text, SPELLING)).toBe(
    'Two steps: set `deletion_protection = false`; or `adopt = "x"`, or `max_removals = 7`.',
  );
  expect(printed(fieldNames(["jitProvisioningEnabled", "name"]), SPELLING)).toBe("jit_provisioning_enabled, name");
});

test.each([
  ["destinationConfig.bucketName", "destination_config.bucket_name"],
  ["ruleSets[2].ttlSeconds", "rule_sets[2].ttl_seconds"],
  ["memberLevels.annSmith", "member_levels.annSmith"],
  ['memberLevels["annSmith@x.example"]', 'member_levels["annSmith@x.example"]'],
  ["unheardOf.someKey", "unheard_of.someKey"],
])("the path %s is %s: members have names, keys are the user's", (path, written) => {
  expect(printed(fieldName(path), SPELLING)).toBe(written);
});

test("a value that looks like a template is none in a configuration", () => {
  expect(printed(fieldRef("adopt", 'a${b}%{c}"$'), SPELLING)).toBe('`adopt = "a$${b}%%{c}\\"$"`');
});

test("the words of the service are printed as they are", () => {
  const schema = new ResourceSchema(servedNamed("Project") ?? fail());
  const said =
    'The service says: `name: "x"` and `deletionProtection: true`, organizationId and isMemberJoinEmailEnabled';
  expect(printed(message`${said}. Set ${fieldRef("deletionProtection", false)}.`, schema.spelling)).toBe(
    `${said}. Set \`deletion_protection = false\`.`,
  );
});

function fail(): never {
  throw new Error("There is no resource Project");
}
