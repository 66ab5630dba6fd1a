import { describe, expect, test } from "@jest/globals";

import { integration } from "../../../src/catalog/resources/integration/integration.ts";
import {
  BLOCKS,
  configOf,
  integrationsAmong,
  kindOf,
  membersOf,
  onSecondOf,
  sameBlock,
  wordOf,
} from "../../../src/catalog/resources/integration/integration-wire.ts";
import type { IntegrationWire } from "../../../src/client/integrations.ts";
import { formatId } from "../../../src/model/identity.ts";
import { isRecord, parsedJson, type Values } from "../../../src/model/json-value.ts";
import { BLOCK_SAMPLES } from "../../support/integration-blocks.ts";

const SECOND = {
  "beside the old one": "refused",
  "by overwriting": "overwritten",
  "after deleting": "failed",
} as const;

const samples = BLOCK_SAMPLES.flatMap((sample) => {
  const block = BLOCKS.find((one) => one === sample.block);
  return block === undefined ? [] : [[`${block} ${sample.form ?? ""}`.trim(), { ...sample, block }] as const];
});

/** What the service shows of a kind's configuration, and the name that it displays, if these aren't what was sent. */
const SHOWN: Readonly<Record<string, { readonly config?: Values; readonly display_name?: string }>> = {
  "awsRedshift keys": { config: { name: "shift", user: "loader", groups: ["readers"], auto_create: true } },
  "googleCloudServiceAccount key": { display_name: "ID: export@globex.iam.gserviceaccount.com-key-file" },
  "googleCloudServiceAccount impersonated": { display_name: "ID: export@globex.iam.gserviceaccount.com-impersonated" },
  azureBlob: { config: {}, display_name: "ID: globexstore" },
  gitlab: { config: { hostname: "https://gitlab.example", project_id: 7 } },
  firebase: { config: { project_id: "globex-app" } },
  apns: { config: { team_id: "TEAM1", bundle_id: "example.globex.app", key_id: "KEY1" } },
  email: { config: { email: "news@globex.example", name: "Globex", mail_from_subdomain: "feedback", provider: "ses" } },
};

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

describe("a kind of integration", () => {
  test.each(samples)("%s has the recorded ID, and is found by it", (name, { block, members, id, shown }) => {
    const identity = kindOf(block).identity(members);
    expect(formatId(["kind", "name"], { kind: wordOf(block), name: identity })).toBe(id);
    const { config = configOf(block, shown), display_name = "" } = SHOWN[name] ?? {};
    const row = { id: 5, kind: wordOf(block), config, display_name, created_at: "" } as unknown as IntegrationWire; // -- as a list shows it
    expect(integrationsAmong([row])).toEqual([{ block, identity, current: row, older: [] }]);
    const [rows] = integrationsAmong([row]);
    expect(rows === undefined ? undefined : integration.identity.of(rows, { projectId: "17" })).toEqual({
      projectId: "17",
      kind: wordOf(block),
      name: identity,
    });
    expect(sameBlock(block)(membersOf(block, row))).toEqual(shown);
  });

  test.each(samples)("%s is identified by the fields that its page names", (_name, { block, members }) => {
    const { identity, identifiedBy } = kindOf(block);
    const other = (value: unknown): unknown => (typeof value === "boolean" ? !value : `${text(value)}x`);
    const changing = Object.keys(members).filter(
      (name) => identity({ ...members, [name]: other(members[name]) }) !== identity(members),
    );
    expect(changing).toEqual(Object.keys(members).filter((name) => identifiedBy.includes(name)));
    expect(identifiedBy.filter((name) => !Object.hasOwn(kindOf(block).members.shape, name))).toEqual([]);
  });

  test.each(samples)("%s comes to other credentials in its way", (_name, { block, members, rotates }) => {
    expect(onSecondOf(kindOf(block), members)).toBe(SECOND[rotates]);
  });

  test.each(samples)("%s is sent with the service's names", (name, { block, members }) => {
    const snake = Object.entries(members).map(([key, value]) => [
      key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]);
    const plain: Values = Object.fromEntries(snake);
    const { database_user, impersonated: _own, ...others } = plain;
    const sent: Readonly<Record<string, Values>> = {
      "awsRedshift keys": { ...others, user: database_user },
      "googleCloudServiceAccount key": { ...others, token_uri: "https://oauth2.googleapis.com/token" },
      "googleCloudServiceAccount impersonated": others,
      azureBlob: { connection_string: members["connectionString"] },
      firebase: { key_info: parsedJson(text(members["keyInfo"])) },
      email: { ...plain, provider: "ses", domain: "globex.example" },
    };
    expect(configOf(block, members)).toEqual(sent[name] ?? plain);
    const isForced = block === "anthropic";
    expect(configOf(block, members, true)).toEqual({ ...(sent[name] ?? plain), ...(isForced ? { force: true } : {}) });
  });
});

describe("a kind of integration with another form", () => {
  const identityOf = (block: (typeof BLOCKS)[number], members: Values): string => kindOf(block).identity(members);

  test("is called by what is there", () => {
    expect(identityOf("apns", { teamIdApple: "T", bundleId: "b", environment: "sandbox" })).toBe("T.b:sandbox");
    expect(identityOf("apns", { teamIdApple: "T", bundleId: "b", environment: "production" })).toBe("T.b");
    expect(identityOf("email", { email: "Ann@B.example" })).toBe("ann@b.example");
    expect(identityOf("anthropic", { workspaceLabel: null })).toBe("default");
    expect(identityOf("postgresql", { user: "u|é", host: "h", port: 0 })).toBe("u|é@h:0");
    expect(identityOf("postgresql", { user: null, host: true })).toBe("@:");
    expect(identityOf("gitlab", { hostname: "gitlab.example", projectId: "7" })).toBe("gitlab.example:7");
  });

  test("of Redshift on a server shows a user of the database, and else one of AWS", () => {
    const shown = (config: Values) =>
      membersOf("awsRedshift", { kind: "aws-redshift", config, display_name: null } as unknown as IntegrationWire); // -- as above
    expect(shown({ host: "h", user: "u" })).toEqual({ host: "h", user: "u" });
    expect(shown({ name: "n", user: "u" })).toEqual({ name: "n", databaseUser: "u" });
    expect(shown({ name: "n", host: null, user: "u" })).toEqual({ name: "n", databaseUser: "u" });
  });

  test("of Firebase is sent with a key file that isn't known as it is", () => {
    expect(configOf("firebase", { projectId: "p", keyInfo: 5 })).toEqual({ key_info: 5 });
  });
});

test("every kind has a sample, and defaults only of fields that it has", () => {
  expect(new Set(samples.map(([, { block }]) => block))).toEqual(new Set(BLOCKS));
  for (const block of BLOCKS) {
    const { defaults = {}, decidedByService = [], members } = kindOf(block);
    const named = [...Object.keys(defaults), ...decidedByService];
    expect(named.filter((name) => !isRecord(members.shape) || !Object.hasOwn(members.shape, name))).toEqual([]);
  }
});
