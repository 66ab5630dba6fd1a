import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

type Json = { readonly [key: string]: unknown };
type Operation = { readonly responses: Readonly<Record<string, { readonly content?: Json }>> };

/** The service's own description of its interface in OpenAPI, which isn't part of this repository. */
export class ApiDescription {
  private readonly ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  private readonly paths: readonly (readonly [RegExp, string, Readonly<Record<string, Operation>>])[];
  private readonly schemas: Json;
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(file: string) {
    const document = JSON.parse(readFileSync(file, "utf8")) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Json };
    };
    this.schemas = strictly(document.components.schemas) as Json;
    this.paths = Object.entries(document.paths)
      .toSorted(([left], [right]) => parametersIn(left) - parametersIn(right))
      .map(([path, methods]) => [patternOf(path), path, methods] as const);
  }

  /**
   * The departures of a response, in words that name the operation and the place but no value. There are none if the
   * operation isn't described.
   */
  departures(method: string, path: string, answer: { readonly status: number; readonly text: string }): string[] {
    if (answer.status < 200 || answer.status > 299) return [];
    const bare = (path.split("?")[0] ?? "").replace(/^\/api\/environments\//, "/api/projects/").replace(/\/?$/, "/");
    const [, template, methods] = this.paths.find(([pattern]) => pattern.test(bare)) ?? [];
    const operation = methods?.[method.toLowerCase()];
    if (template === undefined || operation === undefined) return [];
    const name = `${method} ${template}`;
    const response = operation.responses[answer.status];
    if (response === undefined) return [`${name}: status ${answer.status} is not described`];
    const isJson = /^[[{]/.test(answer.text);
    if (response.content === undefined) return answer.text === "" ? [] : [`${name}: a body is not described`];
    if (!isJson) return answer.text === "" ? [`${name}: there is no body`] : [];
    const check = this.checkOf(name, answer.status, response.content);
    if (check === undefined || check(JSON.parse(answer.text)) === true) return [];
    // For a nullable value, the error that it isn't null adds nothing to its other errors.
    const errors = (check.errors ?? []).filter(
      ({ keyword, params }) => keyword !== "anyOf" && params["type"] !== "null",
    );
    return [...new Set(errors.map((error) => `${name}: ${inWords(error)}`))];
  }

  private checkOf(name: string, status: number, content: Json): ValidateFunction | undefined {
    const key = `${name} ${status}`;
    if (!this.compiled.has(key)) {
      const { schema } = (content["application/json"] ?? {}) as { schema?: unknown };
      const whole = { ...(strictly(schema) as Json), components: { schemas: this.schemas } };
      this.compiled.set(key, schema === undefined ? undefined : this.ajv.compile(whole));
    }
    return this.compiled.get(key);
  }
}

/** The path in `ORGFORM_API_DESCRIPTION` (none if empty), or else a description in a folder beside this repository. */
export function findDescription(): string | undefined {
  const named = process.env["ORGFORM_API_DESCRIPTION"];
  if (named !== undefined) return named === "" ? undefined : named;
  const beside = join(process.cwd(), "..");
  const folders = readdirSync(beside, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => join(beside, name, "service", "openapi-2025-08.json"))
    .find((file) => existsSync(file));
}

const parametersIn = (path: string): number => path.split("{").length;

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/**
 * OpenAPI 3.0 as JSON schema. `nullable` also works beside references and enumerations, write-only fields aren't
 * expected, and a field without a description is an error.
 */
function strictly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, properties, required, example: _example, ...rest } = schema as Json;
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, strictly(value)]),
  );
  if (typeof properties === "object" && properties !== null) {
    const shown = Object.entries(properties).filter(([, value]) => (value as Json)["writeOnly"] !== true);
    made["properties"] = Object.fromEntries(shown.map(([name, value]) => [name, strictly(value)]));
    if (Array.isArray(required)) made["required"] = required.filter((name) => shown.some(([each]) => each === name));
    made["additionalProperties"] ??= false;
  }
  return nullable === true ? { anyOf: [{ type: "null" }, made] } : made;
}

function inWords({ instancePath, keyword, params }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+(?=\/|$)/g, "/*").slice(1) || "the body";
  const inside = (name: unknown): string => (place === "the body" ? String(name) : `${place}/${String(name)}`);
  if (keyword === "additionalProperties") return `${inside(params["additionalProperty"])} is not described`;
  if (keyword === "required") return `${inside(params["missingProperty"])} is missing`;
  if (keyword === "type") return `${place} is not ${String(params["type"])}`;
  return `${place} does not meet ${keyword}`;
}
