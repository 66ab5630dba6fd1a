import * as pulumi from "@pulumi/pulumi";

import type * as declared from "./resources.generated.ts";
import type { ResourceType } from "./table-types.ts";
import { RESOURCE_TYPES } from "./tables.generated.ts";

/** The differences between the classes of two engines. */
export interface ResourceEngine {
  /** Whether the engine keeps a secret inside of a property apart; else the whole property is one. */
  readonly sealsMembers: boolean;
  /** Where a plain-text key would be readable: `configuration`. */
  readonly keyPlaces: string;
  /** The type token under which the engine knows a resource. */
  readonly tokenOf: (type: ResourceType) => string;
  /** Properties that no user declares. */
  readonly ownProperties: (type: ResourceType) => Readonly<Record<string, unknown>>;
  /** Options besides those of every resource. */
  readonly ownOptions: (type: ResourceType) => pulumi.CustomResourceOptions;
}

type Options = pulumi.CustomResourceOptions | undefined;

function classOf(type: ResourceType, engine: ResourceEngine): object {
  // As a property, so it has the name of its resource.
  const made = {
    [type.name]: class extends pulumi.CustomResource {
      constructor(name: string, args: object | undefined, options: Options) {
        warnAboutPlainKey(engine.keyPlaces);
        super(engine.tokenOf(type), name, propertiesOf(type, engine, args), optionsOf(type, engine, args, options));
        if (isKept(type, args, options)) protectOnlyItself(this, options);
      }
    },
  };
  const Class = made[type.name] as (typeof made)[string]; // -- made in the line above
  if (!type.isLookedUp) return Class;
  return Object.assign(Class, {
    get: (name: string, id: pulumi.Input<string>, options: Options) => new Class(name, {}, { ...options, id }),
  });
}

function propertiesOf(type: ResourceType, engine: ResourceEngine, args: object | undefined): Record<string, unknown> {
  const props: Record<string, unknown> = { ...args };
  const { secretInputs, secretMembers = [] } = type;
  for (const name of secretInputs) if (props[name] !== undefined) props[name] = pulumi.secret(props[name]);
  for (const path of secretMembers) {
    const [root = "", ...rest] = path;
    if (mayHold(props, path)) props[root] = sealed(props[root], engine.sealsMembers ? rest : []);
  }
  // An unlisted property wouldn't exist until the engine has responded: in a preview, and after `get`.
  for (const property of [...type.inputs, ...type.outputs]) if (!(property in props)) props[property] = undefined;
  return Object.assign(props, engine.ownProperties(type));
}

/** Whether there is a value at a place, or might be. */
function mayHold(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null) return false;
  return step === undefined || isLater(value) || (isObject(value) && mayHold(value[step], rest));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Makes the value at a place secret; if it's unknown, the whole value that contains it. */
function sealed(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || isLater(value)) return pulumi.secret(value);
  const inside = isObject(value) ? value : {};
  return { ...inside, [step]: sealed(inside[step], rest) };
}

function optionsOf(
  type: ResourceType,
  engine: ResourceEngine,
  args: object | undefined,
  options: Options,
): pulumi.CustomResourceOptions {
  const own: pulumi.CustomResourceOptions = {
    additionalSecretOutputs: [...type.secretOutputs, ...(engine.sealsMembers ? [] : secretRoots(type, args))],
    // Natural keys are unique or nearly so: with the new object made first, create would find and take over the old
    // one, which is deleted afterwards.
    deleteBeforeReplace: type.createsReplacementFirst !== true,
    ...engine.ownOptions(type),
  };
  const merged = pulumi.mergeOptions(own, options);
  return merged.protect === undefined && isKept(type, args, options) ? { ...merged, protect: true } : merged;
}

/**
 * Whether the engine has to refuse the deletion. A destroy deletes the contained objects first, so a refusal by the
 * object itself comes too late; a protected resource fails the preview of the destroy. An unknown value counts as
 * protection: the option has to be known now.
 */
function isKept(type: ResourceType, args: object | undefined, options: Options): boolean {
  if (type.protectedBy === undefined || options?.id !== undefined) return false;
  return !isObject(args) || args[type.protectedBy] !== false;
}

/** Where the SDK stores the options that children inherit. @source `@pulumi/pulumi` 3.248 and 3.259, resource.js */
const INHERITED = "__protect";

/**
 * Lets children inherit only the caller's own setting: objects inside of a protected one can be deleted one by one. It
 * has to be an explicit `false`, because otherwise the engine also lets children inherit if a program sets nothing.
 */
function protectOnlyItself(resource: pulumi.Resource, options: Options): void {
  const inherited: unknown = options?.parent === undefined ? undefined : Reflect.get(options.parent, INHERITED);
  Reflect.set(resource, INHERITED, options?.protect ?? inherited ?? false);
}

/** The properties of a program in which secrets lie, and which have to be secrets as a whole. */
function secretRoots({ secretMembers = [] }: ResourceType, args: object | undefined): string[] {
  const inside = secretMembers.filter((path) => mayHold(args, path));
  return [...new Set(inside.flatMap(([root]) => root ?? []))];
}

/** Creates the classes of all resources for one engine. */
export function resourceClasses(engine: ResourceEngine): typeof declared {
  const classes = Object.fromEntries(RESOURCE_TYPES.map((type) => [type.name, classOf(type, engine)]));
  return classes as unknown as typeof declared; // -- table and declarations are written from the same resources
}

/** The part of the SDK's runtime that tells secret configuration; exported by it, missing in its types (3.248, 3.270). */
interface ConfigRuntime {
  readonly isConfigSecret?: (key: string) => boolean;
}

let hasLooked = false;

/**
 * Warns once per run if the stack's configuration contains the API key in plain text. Only the program knows which
 * configuration is secret: a plugin gets all of it in plain text.
 *
 * @param places - where the key is readable: `configuration`
 */
function warnAboutPlainKey(places: string): void {
  if (hasLooked) return;
  hasLooked = true;
  const key = "orgform:apiKey";
  const { isConfigSecret } = pulumi.runtime as ConfigRuntime;
  if (pulumi.runtime.getConfig(key) === undefined || isConfigSecret === undefined || isConfigSecret(key)) return;
  void pulumi.log.warn(
    `The API key is in plain text in this stack's ${places}. Run \`pulumi config set --secret ${key} <key>\`, then replace the key: it has been readable.`,
  );
}
