import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { actions } from "../../../../src/app/actions.ts";
import { readStackState } from "../../../../src/cli/state/stack-state.ts";
import { readState, readStateFile, StateError } from "../../../../src/cli/state/read-state.ts";
import { pulumiState, type StoredObject, terraformState } from "../../../support/state-files.ts";
import { PROCESS_ENVIRONMENT } from "../../../support/process-environment.ts";

const RECORDED = join(__dirname, "../../../fixtures/states/0.1.0/state.json");

const ORGANIZATION = "01a20009-be94-0000-0b8d-9c5cfdc80fdb";
const DOMAIN = "01a20009-be94-0000-0b8d-000000000001";

/** A resource that calls a function once. */
const RECEIPT = actions[0]?.name ?? "";

const inputs = { organizationId: ORGANIZATION, domain: "acme.example", samlX509Cert: "PEM" };

const stored: StoredObject = {
  resource: "Domain",
  name: "acme",
  inputs,
  entry: { id: `${ORGANIZATION}/${DOMAIN}`, state: { ...inputs, domainId: DOMAIN, stateVersion: 1 } },
};

const here = (place: string) => ({ folder: place, stack: undefined, environment: PROCESS_ENVIRONMENT });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-state-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a state of Pulumi", () => {
  test.each([{ plugin: false }, { plugin: true }])(
    "gives id, state and inputs; what is encrypted is named: %j",
    (form) => {
      const { engine, objects } = readState(pulumiState([stored], { ...form, host: "https://eu.posthog.com" }), "it");
      expect(engine).toBe("pulumi");
      const { samlX509Cert: _secret, ...readable } = inputs;
      expect(objects).toEqual([
        {
          resource: "Domain",
          address: "acme",
          handle: expect.stringMatching(/^urn:pulumi:.*:Domain::acme$/u),
          id: stored.entry.id,
          inputs: readable,
          state: { ...readable, domainId: DOMAIN, stateVersion: 1 },
          unreadable: ["samlX509Cert"],
          fingerprints: {},
          host: "https://eu.posthog.com",
        },
      ]);
    },
  );

  test("a secret that is shown is read, at any depth; one that is not hides the whole property", () => {
    const shown = readState(pulumiState([stored], { clear: true }), "it").objects[0];
    expect([shown?.inputs, shown?.unreadable]).toEqual([inputs, []]);
    const seal = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
    const nested = pulumiState([{ ...stored, inputs: { ...inputs, samlEntityId: { a: [seal] } } }]);
    expect(readState(nested, "it").objects[0]?.unreadable).toEqual(["samlX509Cert", "samlEntityId"]);
  });

  test("the engine's own checkpoint, packed or not, reads like an export; looked up and replaced entries do not count", () => {
    const { deployment } = JSON.parse(pulumiState([stored])) as { deployment: { resources: object[] } };
    const last = deployment.resources.at(-1) as object;
    deployment.resources.push({ ...last, external: true }, { ...last, delete: true });
    const file = join(folder, "dev.json.gz");
    writeFileSync(file, gzipSync(JSON.stringify({ version: 3, checkpoint: { stack: "dev", latest: deployment } })));
    expect(readStateFile(file).objects.map(({ address }) => address)).toEqual(["acme"]);
  });

  test("the receipt of a function is an entry like any other", () => {
    const receipt = { projectId: 1, ids: ["a"], ranAt: "2026-11-21T08:00:00Z", stateVersion: 1 };
    const entry: StoredObject = { ...stored, resource: RECEIPT, inputs: {}, entry: { id: "r1", state: receipt } };
    expect(readState(pulumiState([entry]), "it").objects).toMatchObject([{ resource: RECEIPT, id: "r1" }]);
    expect(readState(terraformState([entry]), "it").objects).toMatchObject([{ resource: RECEIPT, id: "r1" }]);
  });

  test("the recorded one of the first version is read whole", () => {
    const { objects, unknown } = readStateFile(RECORDED);
    const { deployment } = JSON.parse(readFileSync(RECORDED, "utf8")) as {
      deployment: { resources: { type: string }[] };
    };
    expect(objects).toHaveLength(deployment.resources.filter(({ type }) => type.includes("/orgform:")).length);
    expect(unknown).toEqual([]);
  });
});

describe("a state of Terraform", () => {
  const file = JSON.parse(terraformState([stored])) as { resources: { instances: object[] }[] };
  const instance = file.resources[0]?.instances[0] as { attributes: object };

  test("gives the model's names, addresses with module and key, and no deposed objects", () => {
    const text = JSON.stringify({
      ...file,
      resources: [
        {
          ...file.resources[0],
          module: "module.a",
          instances: [
            { ...instance, index_key: "x" },
            { ...instance, deposed: "1234" },
          ],
        },
      ],
    });
    const { objects } = readState(text, "it");
    expect(objects).toMatchObject([
      { address: 'module.a.orgform_domain.acme["x"]', id: stored.entry.id, inputs, unreadable: [], fingerprints: {} },
    ]);
  });

  test("what `show -json` prints gives the same, in modules too; a secret without its fingerprint is not readable", () => {
    const attributes = { ...instance.attributes, saml_x509_cert: null, saml_x509_cert_wo_version: 2 };
    const shown = {
      address: "module.a.orgform_domain.acme",
      mode: "managed",
      type: "orgform_domain",
      values: attributes,
    };
    const text = JSON.stringify({
      format_version: "1.0",
      values: { root_module: { child_modules: [{ resources: [{ ...shown, schema_version: 1 }] }] } },
    });
    const [object] = readState(text, "it").objects;
    const { samlX509Cert: _secret, ...readable } = inputs;
    expect(object).toMatchObject({
      address: "module.a.orgform_domain.acme",
      inputs: readable,
      unreadable: ["samlX509Cert"],
    });
  });

  test("names what only another version knows", () => {
    const text = JSON.stringify({ ...file, resources: [{ ...file.resources[0], type: "orgform_moon" }] });
    expect(readState(text, "it")).toMatchObject({ objects: [], unknown: ["orgform_moon.acme"] });
  });
});

describe("what is no state of ours is refused with what would be one", () => {
  test.each([
    ["{", /isn't complete JSON\. Give what `pulumi stack export`/u],
    ["[]", /doesn't contain a state of Pulumi, Terraform or OpenTofu/u],
    ['{"version": 3}', /doesn't contain a state of Pulumi, Terraform or OpenTofu/u],
    ['{"format_version":"1.2","planned_values":{}}', /doesn't contain a state of Pulumi/u],
    ['{"deployment":{"resources":[{"urn":1}]}}', /in an unknown format, at /u],
    ['{"version":4,"resources":[{"mode":"managed","type":"aws_x","name":"a","instances":[]}]}', /no Orgform resource/u],
    ['{"version":3,"checkpoint":{"stack":"dev"}}', /no Orgform resource\. It might be the state of another program/u],
  ])("%s", (text, message) => {
    expect(() => readState(text, "the state")).toThrow(StateError);
    expect(() => readState(text, "the state")).toThrow(message);
  });

  test("a state that no version wrote, with the reason", () => {
    const provider = 'provider["registry.terraform.io/orgform/orgform"]';
    const instances = [{ schema_version: 0, attributes: { id: "o1/d1", domain: "acme.example" } }];
    const resource = { mode: "managed", type: "orgform_domain", name: "acme", provider, instances };
    const text = JSON.stringify({ version: 4, resources: [resource] });
    expect(() => readState(text, "the state")).toThrow(StateError);
    expect(() => readState(text, "the state")).toThrow(
      /^the state can't be read\nThe state of Domain .* has version 0,/u,
    );
  });

  test("a file that is not there, and one that is a folder", () => {
    expect(() => readStateFile(join(folder, "none"))).toThrow(/cannot be read: ENOENT/u);
    expect(() => readStateFile(folder)).toThrow(/cannot be read: EISDIR/u);
  });

  test("a folder without a program, with two, and one that is not there", async () => {
    await expect(readStackState(here(folder))).rejects.toThrow(/contains no program of Pulumi, Terraform or OpenTofu/u);
    writeFileSync(join(folder, "Pulumi.yaml"), "name: x\n");
    writeFileSync(join(folder, "main.tf"), "");
    await expect(readStackState(here(folder))).rejects.toThrow(/contains programs of both Pulumi and Terraform/u);
    rmSync(join(folder, "main.tf"));
    await expect(readStackState(here(folder))).rejects.toThrow(/`pulumi stack export --non-interactive` can't be run/u);
    await expect(readStackState(here(join(folder, "none")))).rejects.toThrow(/There is no folder/u);
  });
});
