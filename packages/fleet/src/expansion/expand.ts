import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as yaml from "yaml";

import { type BudgetLimits, limitsFrom } from "../budget/limits.ts";
import type { CredentialSource, DatabaseSource, DeclaredWave, FleetFile } from "../file/fleet-schema.ts";
import { FleetFileError, type FleetProblem } from "../file/fleet-problem.ts";
import type { LocatedDocument } from "../file/located-document.ts";
import type { FleetEngine, TemplateValues } from "../fleet-engine.ts";
import { templateHash } from "./template-hash.ts";
import { ALL_AT_ONCE, hasLabels, waveOf } from "./waves.ts";

/** A value of a template. */
export type Value = NonNullable<FleetFile["organizations"][number]["values"]>[string];

/** An organization with everything that the file says about it. */
export interface FleetOrganization {
  readonly name: string;
  /** Earlier names, the oldest first. */
  readonly formerNames: readonly string[];
  /** Stays the same when the organization is renamed: its first name. */
  readonly key: string;
  readonly template: string;
  /** The engine that runs its template. */
  readonly engine: FleetEngine;
  /** Absolute folder of the program or module. */
  readonly folder: string;
  /** Changes when the template's files change; empty if there are none. */
  readonly templateHash: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether its provider runs in the shared process. */
  readonly sharesProvider: boolean;
  /** Name of its credential. */
  readonly credential: string;
  /** Index of its wave, from 0. */
  readonly wave: number;
}

/** A fleet file, checked and expanded. */
export interface Fleet {
  /** In the order of the file. */
  readonly organizations: readonly FleetOrganization[];
  readonly waves: readonly DeclaredWave[];
  readonly credentials: Readonly<Record<string, CredentialSource>>;
  /** When no further organization is started; `deletions` and `replacements` count the objects of a wave. */
  readonly stop: {
    readonly failures: number;
    readonly share?: number;
    readonly deletions?: number | undefined;
    readonly replacements?: number | undefined;
  };
  /** Absolute path of the policy file that plans are checked against; undefined if there is none. */
  readonly policy: string | undefined;
  /** Where the URL of the record's database is; undefined if the record is a file. */
  readonly database: DatabaseSource | undefined;
  readonly parallel: number;
  readonly budget: BudgetLimits;
}

/** Credential of organizations that don't name one. */
const DEFAULT_CREDENTIAL = "default";

const DEFAULT_PARALLEL = 4;

interface Source {
  readonly document: LocatedDocument;
  readonly folder: string;
  readonly engines: readonly FleetEngine[];
}

/** An organization as far as the file alone describes it; its template might not exist. */
type Stated = Omit<FleetOrganization, "templateHash" | "engine">;

/**
 * Expands a checked file to its organizations: the same file gives the same ones, and none depends on another.
 *
 * @throws FleetFileError with every problem
 */
export function expanded(file: FleetFile, source: Source): Fleet {
  const credentials = { [DEFAULT_CREDENTIAL]: { environment: "ORGFORM_API_KEY" }, ...file.credentials };
  const waves = file.waves ?? ALL_AT_ONCE;
  const { values, problems } = templateValues(file, source);
  const stated = file.organizations.map((_one, index) => organizationAt(file, index, source.folder));
  const wrong = [
    ...problems,
    ...nameProblems(file, source),
    ...policyProblems(file, source),
    ...stated.flatMap((one, index) => [
      ...referenceProblems(one, index, file, source),
      ...valueProblems(one, file, { index, declared: values.get(one.template), document: source.document }),
    ]),
  ];
  if (wrong.length > 0) throw new FleetFileError(wrong.toSorted((one, other) => one.line - other.line));
  const stopShare = file.stop?.share === undefined ? {} : { share: partOf(file.stop.share) };
  return {
    organizations: withTemplates(stated, file, source),
    waves,
    credentials,
    stop: {
      failures: file.stop?.failures ?? (file.stop?.share === undefined ? 1 : Infinity),
      deletions: file.stop?.deletions,
      replacements: file.stop?.replacements,
      ...stopShare,
    },
    policy: file.policy === undefined ? undefined : resolve(source.folder, file.policy),
    database: databaseFrom(file.database, source.folder),
    parallel: file.parallel ?? DEFAULT_PARALLEL,
    budget: limitsFrom(file.budget),
  };
}

function databaseFrom(source: DatabaseSource | undefined, folder: string): DatabaseSource | undefined {
  return source !== undefined && "file" in source ? { file: resolve(folder, source.file) } : source;
}

/** A fraction as exactly the quotient of two counts: 99.9% equals 999 of 1,000, without a rounding error. */
function partOf(share: string): number {
  return Math.round(Number.parseFloat(share) * 100) / 10_000;
}

function organizationAt(file: FleetFile, index: number, folder: string): Stated {
  const declared = file.organizations[index];
  if (declared === undefined) throw new RangeError(`There is no organization ${index}.`);
  const { name, formerNames = [], labels = {} } = declared;
  const template = file.templates[declared.template];
  const overrides = (file.overrides ?? []).filter((one) => hasLabels(labels, one.labels));
  const key = formerNames[0] ?? name;
  const values = [template, ...overrides, declared].map((one) => one?.values ?? {});
  const credentials = [...overrides, declared].flatMap(({ credential }) => credential ?? []);
  return {
    name,
    formerNames,
    key,
    template: declared.template,
    folder: resolve(folder, template?.path ?? ""),
    values: values.reduce((all, one) => Object.assign(all, one), {}),
    labels,
    sharesProvider: template?.sharedProvider ?? true,
    credential: credentials.at(-1) ?? DEFAULT_CREDENTIAL,
    wave: waveOf({ key, labels }, file.waves ?? ALL_AT_ONCE) ?? -1,
  };
}

/** The organizations of a file, if all their templates exist. */
function withTemplates(stated: readonly Stated[], file: FleetFile, { folder, engines }: Source): FleetOrganization[] {
  const templates = new Map(
    Object.entries(file.templates).map(([name, template]) => {
      const engine = engineNamed(template.engine, engines);
      return [name, { engine, templateHash: templateHash(resolve(folder, template.path), engines) }] as const;
    }),
  );
  return stated.map((one) => {
    const template = templates.get(one.template);
    if (template === undefined) throw new RangeError(`Unknown template ${one.template}.`);
    return { ...one, ...template };
  });
}

function engineNamed(wanted: string, engines: readonly FleetEngine[]): FleetEngine {
  const engine = engines.find(({ name }) => name === wanted);
  if (engine === undefined) throw new RangeError(`There is no engine ${wanted}.`);
  return engine;
}

function templateValues(file: FleetFile, { document, folder, engines }: Source) {
  const values = new Map<string, TemplateValues>();
  const problems: FleetProblem[] = [];
  for (const [name, { engine, path }] of Object.entries(file.templates)) {
    const found = engineNamed(engine, engines).templates.valuesOf(resolve(folder, path), yaml);
    if (typeof found === "string") problems.push(document.problem(["templates", name, "path"], found));
    else values.set(name, found);
  }
  return { values, problems };
}

/** Checks that each name is used by only one organization, including earlier names. */
function nameProblems(file: FleetFile, { document }: Source): FleetProblem[] {
  const places = file.organizations.flatMap(({ name, formerNames = [] }, index) => [
    { name, path: ["organizations", index, "name"] },
    ...formerNames.map((former, at) => ({ name: former, path: ["organizations", index, "formerNames", at] })),
  ]);
  const first = new Map<string, (typeof places)[number]>();
  return places.flatMap((place) => {
    const earlier = first.get(place.name);
    if (earlier === undefined) {
      first.set(place.name, place);
      return [];
    }
    const { line } = document.problem(earlier.path, "");
    const reason = `${JSON.stringify(place.name)} is already used in line ${line}; each organization needs its own name.`;
    return [document.problem(place.path, reason)];
  });
}

function policyProblems({ policy }: FleetFile, { document, folder }: Source): FleetProblem[] {
  if (policy === undefined || existsSync(resolve(folder, policy))) return [];
  return [document.problem(["policy"], `there is no file ${policy} beside the fleet file.`)];
}

function referenceProblems(
  { template, credential, wave }: Stated,
  index: number,
  file: FleetFile,
  { document }: Source,
): FleetProblem[] {
  const at = (field: string) => ["organizations", index, field];
  const isKnown = Object.hasOwn(file.templates, template);
  const credentials = [DEFAULT_CREDENTIAL, ...Object.keys(file.credentials ?? {})];
  const known = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");
  return [
    ...(isKnown
      ? []
      : [
          document.problem(
            at("template"),
            `there is no template ${JSON.stringify(template)}; there are ${known(Object.keys(file.templates))}.`,
          ),
        ]),
    ...(credentials.includes(credential)
      ? []
      : [
          document.problem(
            at("credential"),
            `there is no credential ${JSON.stringify(credential)}; there are ${known(credentials)}.`,
          ),
        ]),
    ...(wave >= 0 ? [] : [document.problem(at("name"), "isn't in any wave; give the last wave the share 100%.")]),
  ];
}

interface Judged {
  readonly index: number;
  readonly declared: TemplateValues | undefined;
  readonly document: LocatedDocument;
}

function valueProblems(one: Stated, file: FleetFile, { index, declared, document }: Judged): FleetProblem[] {
  if (declared?.taken === undefined) return [];
  const { taken, required } = declared;
  const template = JSON.stringify(one.template);
  const foreign = Object.keys(one.values).filter((name) => !taken.has(name));
  const missing = [...required].filter((name) => !Object.hasOwn(one.values, name));
  const takes = taken.size === 0 ? "takes none" : `takes ${[...taken].toSorted().join(", ")}`;
  return [
    ...foreign.map((name) =>
      document.problem(
        placeOfValue(one, file, index, name),
        `the template ${template} has no value ${JSON.stringify(name)}; it ${takes}.`,
      ),
    ),
    ...missing.map((name) =>
      document.problem(
        ["organizations", index, "values", name],
        `the template ${template} needs the value ${JSON.stringify(name)}.`,
      ),
    ),
  ];
}

/** The source of an organization's value: the last place that sets it. */
function placeOfValue({ template, labels }: Stated, file: FleetFile, index: number, name: string) {
  const says = (one: { readonly values?: object | undefined } | undefined): boolean =>
    Object.hasOwn(one?.values ?? {}, name);
  if (says(file.organizations[index])) return ["organizations", index, "values", name];
  const override = (file.overrides ?? []).findLastIndex((each) => hasLabels(labels, each.labels) && says(each));
  return override >= 0 ? ["overrides", override, "values", name] : ["templates", template, "values", name];
}
