import { describe, expect, test } from "@jest/globals";

import type { LocalNames } from "../../../../src/engines/terraform/switch-writer/local-names.ts";
import { type Notes, placedBlocks } from "../../../../src/engines/terraform/switch-writer/program-parts.ts";
import {
  aliasIn,
  aliasOf,
  isConfigured,
  namedHosts,
  providerText,
  usedAliases,
} from "../../../../src/engines/terraform/switch-writer/provider-blocks.ts";

const US = "01950000-0000-7000-8000-000000000001";

/** The names in both directions, and other local names. */
const DIRECTIONS: readonly (readonly [string, LocalNames])[] = [
  ["to Orgform", { old: "posthog", next: "orgform" }],
  ["to the vendor's provider", { old: "orgform", next: "posthog" }],
  ["with local names", { old: "ph", next: "my-org" }],
];

test.each([
  ['provider["registry.terraform.io/posthog/posthog"]', ""],
  ['provider["registry.terraform.io/posthog/posthog"].eu-1', "eu-1"],
  ['module.a.provider["registry.example.com/posthog/posthog"].é', "é"],
  ["", ""],
  ["posthog.eu", ""],
])("the provider %s has the alias %j", (address, alias) => {
  expect(aliasIn(address)).toBe(alias);
});

describe.each(DIRECTIONS)("a configuration of a provider, %s", (_what, names) => {
  const { old, next } = names;
  const address = (alias = ""): string => `provider["registry.terraform.io/${old}/${old}"]${alias && `.${alias}`}`;
  const stored = (alias: string, more: object = {}) => ({
    type: `${old}_role`,
    name: "r",
    provider: address(alias),
    instances: [{ attributes: { organization_id: US } }],
    ...more,
  });
  const files = (text: string, file = "main.tf") => [{ file, text }];
  const ofBlock = (text: string, file = "main.tf") =>
    placedBlocks(files(`\nresource "${old}_role" "r" {\n${text}}\n`, file));
  const written = (text: string, aliases: readonly (readonly [string, string])[], objects = [stored("")]) => {
    const notes: Notes = { edits: [], open: [] };
    const given = { aliases: new Map(aliases), stored: objects, host: 'https://"fallback".example', names };
    return { text: providerText(files(text), given, notes), open: notes.open };
  };

  test("is named by its alias, which another provider's name isn't", () => {
    expect([old, `${old}.eu`, `${old}.eu-1_a`].map((text) => aliasOf(text, old))).toEqual(["", "eu", "eu-1_a"]);
    for (const text of [`${old}x`, `x${old}.eu`, `${old}.`, `${old}.eu.x`, `${old}.a b`, next, ""])
      expect(aliasOf(text, old)).toBeUndefined();
  });

  test("is used where a block of the folder names it, or else a module's state", () => {
    const used = (moving: ReturnType<typeof ofBlock>, ...objects: ReturnType<typeof stored>[]) => [
      ...usedAliases(objects, moving, names),
    ];
    expect(used([])).toEqual([["", "the state"]]);
    expect(used(ofBlock(""))).toEqual([["", "main.tf:2"]]);
    for (const after of ["", " # the EU", " /* the EU */ "])
      expect(used(ofBlock(`\n  provider = ${old}.eu${after}\n`))).toEqual([["eu", "main.tf:4"]]);
    for (const other of [`provider = ${next}.eu`, "provider = var.x", 'provider = "x"'])
      expect(used(ofBlock(`  ${other}\n`))).toEqual([["", "the state"]]);
    // The root's blocks name their own, and a module can have a configuration of its own.
    expect(used(ofBlock("", "a/main.tf"), stored("eu"))).toEqual([["", "the state"]]);
    const module = "module.a";
    expect(used(ofBlock(""), stored("us", { module }), stored("eu", { module }))).toEqual([
      ["", "main.tf:2"],
      ["eu", "the state"],
      ["us", "the state"],
    ]);
    expect(used(ofBlock(""), stored("", { module }))).toEqual([["", "main.tf:2"]]);
    expect(used([], stored("", { module, provider: `module.a.${address("eu")}` }))).toEqual([["", "the state"]]);
  });

  test("is written with the host, the organization, and a key that isn't in plain text", () => {
    const block = (...lines: readonly string[]): string =>
      `provider "${old}" {\n${lines.map((one) => `  ${one}\n`).join("")}}\n`;
    const organization = `  organization_id = "${US}"\n`;
    const head = (host: string): string => `provider "${next}" {\n  host = ${host}\n`;
    const only = [["", "the state"]] as const;
    for (const text of [
      "",
      block(),
      block("host = null"),
      block(`alias = "eu"`, 'host = "https://eu.example"'),
      `provider "${next}" {\n  host = 1\n}\n`,
    ])
      expect(written(text, only)).toEqual({
        text: `${head('"https://\\"fallback\\".example"')}${organization}}\n`,
        open: [],
      });
    for (const host of ['"https://a.example"', "var.host", 'format("%s", "é")'])
      expect(written(block(`host = ${host}`), only).text).toBe(`${head(host)}${organization}}\n`);
    for (const key of ["var.key", "local.a-b", 'data.a.b["c"].d', "module.m.key", "vault_secret.x[0].y"]) {
      // An index with a text isn't a plain path.
      const isCopied = !key.includes('"');
      const { text, open } = written(block("host = 1", `api_key = ${key}`), only);
      expect([text, open]).toEqual([`${head("1")}${organization}${isCopied ? `  api_key = ${key}\n` : ""}}\n`, []]);
    }
    for (const key of ['"phx_secret"', 'file("x")', "phx_secret", '"${var.key}"'])
      expect(written(block(`api_key = ${key}`), only).text).not.toContain("api_key");
    const none = written("", only, [stored("", { instances: [{ attributes: { organization_id: "acme" } }] })]);
    expect(none.text).toContain(
      "\n  # organization_id = the UUID of the organization, which the state doesn't have.\n}",
    );
  });

  test("of several has its own organization and key, or says where it lacks a block or a key", () => {
    const text = ["", "eu", "us"]
      .map(
        (alias, at) =>
          `provider "${old}" {\n${alias && `  alias = "${alias}"\n`}  api_key = ${alias === "us" ? "var.us" : `"phx_${at}"`}\n}\n`,
      )
      .join("");
    const other = "01950000-0000-7000-8000-000000000002";
    const objects = [stored(""), stored("eu", { instances: [{ attributes: { organization_id: other } }] })];
    const aliases = [
      ["", "main.tf:1"],
      ["eu", "a.tf:7"],
      ["us", "the state"],
      ["no", "b.tf:3"],
    ] as const;
    const found = written(text, aliases, objects);
    expect(found.text.match(/alias = .*|organization_id = .*|api_key = .*/gu)).toEqual([
      `organization_id = "${US}"`,
      'alias = "eu"',
      `organization_id = "${other}"`,
      'alias = "us"',
      "organization_id = the UUID of the organization, which the state doesn't have.",
      "api_key = var.us",
      'alias = "no"',
      "organization_id = the UUID of the organization, which the state doesn't have.",
    ]);
    expect(found.text.split("\n\n")).toHaveLength(4);
    expect(found.open).toEqual([
      `main.tf:1: ${old}: its api_key isn't copied. Give the block in provider.tf a key.`,
      `main.tf:4: ${old}.eu: its api_key isn't copied. Give the block in provider.tf a key.`,
      `b.tf:3: ${old}.no has no block in this folder. Correct ${next}.no in provider.tf.`,
    ]);
  });

  test("is read in HCL and JSON, in the program's own folder alone", () => {
    const host = { host: "https://${var.a}.example", alias: "eu", count: 7 };
    const json = [
      { provider: { [old]: host } },
      { provider: [{ [old]: [host] }] },
      { provider: [{ other: host }, { [old]: host }] },
    ];
    const hosts = (text: string, file: string, alias = "eu") =>
      namedHosts(files(text, file), new Map([[alias, ""]]), names);
    for (const one of json) {
      const text = JSON.stringify(one);
      expect(hosts(text, "p.tf.json")).toEqual([
        { file: "p.tf.json", line: 1, text: '"https://${var.a}.example"', url: undefined },
      ]);
      expect([hosts(text, "p.tf.json", ""), hosts(text, "a/p.tf.json")]).toEqual([[], []]);
      expect([isConfigured(files(text, "p.tf.json"), old), isConfigured(files(text, "p.tf.json"), next)]).toEqual([
        true,
        false,
      ]);
    }
    const spread = JSON.stringify({ provider: { other: host, [old]: host } }, undefined, 2);
    expect(hosts(spread, "p.tf.json").map(({ line }) => line)).toEqual([8]);
    for (const text of ["[]", "{}", '{"provider":7}', "no JSON"])
      expect(isConfigured(files(text, "p.tf.json"), old)).toBe(false);
    const commented = ['"https://a.example/#b" // c', 'lookup(var.hosts, "#") /* d */', "<<EOT\n# h\nEOT"];
    for (const [at, expected] of ['"https://a.example/#b"', 'lookup(var.hosts, "#")', "<<EOT\n# h\nEOT"].entries()) {
      const text = `provider "${old}" {\n  host = ${commented[at]}\n}\n`;
      expect(hosts(text, "p.tf", "").map((one) => one.text)).toEqual([expected]);
    }
    const hcl = `\n# provider "${old}" {}\nprovider "${old}" {\n  host = "https://a.example" # "b"\n}\nprovider "${old}" { host = null }\n`;
    expect(hosts(hcl, "p.tf", "")).toEqual([
      { file: "p.tf", line: 3, text: '"https://a.example"', url: "https://a.example" },
    ]);
    expect([
      isConfigured(files(hcl), old),
      isConfigured(files(hcl, "a/p.tf"), old),
      isConfigured(files(hcl), next),
    ]).toEqual([true, false, false]);
  });
});
