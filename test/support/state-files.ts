import { type AnyResource } from "../../src/model/definition.ts";
import { secretPaths } from "../../src/model/secret-texts.ts";
import { isRecord, type Values } from "../../src/model/json-value.ts";
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { bookkeepingOf } from "../../src/engines/terraform/provider/stored-state.ts";
import { definitionOf } from "./definition-of.ts";
import type { Entry } from "./engine-under-test.ts";
import { keptOf } from "./terraform-process.ts";

/** An object as a run left it, with its name in the program. */
export interface StoredObject {
  readonly resource: string;
  readonly name: string;
  readonly entry: Entry;
  readonly inputs: Values;
}

/** How a state of Pulumi holds its objects. */
export interface PulumiForm {
  /** The types of the native plugin in place of those of dynamic resources. */
  readonly plugin?: boolean;
  /** Secrets in clear, as `--show-secrets` writes them, in place of encrypted. */
  readonly clear?: boolean;
  /** What the provider is configured with; nothing when absent. */
  readonly host?: string;
}

const SIGNATURE = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** A state as `pulumi stack export` prints it. */
export function pulumiState(objects: readonly StoredObject[], form: PulumiForm = {}): string {
  const providerType = `pulumi:providers:${form.plugin === true ? "orgform" : "pulumi-nodejs"}`;
  const provider = { urn: `urn:pulumi:dev::test::${providerType}::default`, type: providerType, id: "one" };
  const key = form.plugin === true ? "host" : "orgform:host";
  const entries = objects.map(({ resource, name, entry, inputs }) => {
    const type = `${form.plugin === true ? "orgform:index" : "pulumi-nodejs:dynamic/orgform"}:${resource}`;
    const sealed = (values: Values): Values => sealedIn(definitionOf(resource), values, form.clear === true);
    const code = form.plugin === true ? {} : { __provider: "exports.handler = () => require('x');" };
    return {
      urn: `urn:pulumi:dev::test::${type}::${name}`,
      type,
      custom: true,
      id: entry.id,
      inputs: { ...code, ...sealed(inputs) },
      outputs: { ...code, ...sealed(entry.state) },
      provider: `${provider.urn}::${provider.id}`,
    };
  });
  const resourcesInState = [
    { urn: "urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev", type: "pulumi:pulumi:Stack" },
    { ...provider, inputs: form.host === undefined ? {} : { [key]: form.host } },
    ...entries,
  ];
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: resourcesInState } });
}

/** A state file of Terraform. */
export function terraformState(objects: readonly StoredObject[], { host }: Pick<PulumiForm, "host"> = {}): string {
  const entries = objects.map(({ resource, name, entry }) => {
    const schema = new ResourceSchema(definitionOf(resource));
    const { object } = keptOf(schema, entry.id, entry.state);
    const kept = bookkeepingOf(schema, entry.state, { host });
    const instance = { schema_version: 1, attributes: object, private: Buffer.from(kept).toString("base64") };
    return { mode: "managed", type: schema.typeName, name, provider: "orgform", instances: [instance] };
  });
  return JSON.stringify({ version: 4, terraform_version: "1.11.4", serial: 1, lineage: "x", resources: entries });
}

function sealedIn(definition: AnyResource, values: Values, isClear: boolean): Values {
  const seal = (value: unknown): Values =>
    isClear ? { ...SIGNATURE, plaintext: JSON.stringify(value) } : { ...SIGNATURE, ciphertext: "v1:bm90aGluZw==" };
  return secretPaths(definition).reduce((sealed, path) => sealedAt(sealed, path, seal) as Values, values);
}

function sealedAt(value: unknown, [step, ...rest]: readonly string[], seal: (value: unknown) => Values): unknown {
  if (step === undefined) return seal(value);
  if (!isRecord(value) || value[step] === undefined) return value;
  return { ...value, [step]: sealedAt(value[step], rest, seal) };
}
