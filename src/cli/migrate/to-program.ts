import process from "node:process";
import { programOf } from "../../adopt/program.ts";
import { resources } from "../../catalog/resources/index.ts";
import { type Context, find, type FoundObject, whyUnread } from "../../driver/driver.ts";
import type { CarriedObject, CarriedObjects, ProgramWriter } from "../../engines/engine.ts";
import type { AnyResource } from "../../model/definition.ts";
import { parseId, UUID } from "../../model/identity.ts";
import { inSession } from "../call/prepared-call.ts";
import { packageManifest } from "../package-manifest.ts";
import { settingsOf } from "../settings.ts";
import { writeFolder } from "../write-folder.ts";
import { carryGuideOf } from "./switch-guide.ts";
import { CODES } from "./trial.ts";

interface ToProgram {
  readonly writer: ProgramWriter;
  readonly host: string;
  readonly out: string;
  readonly isCheck: boolean;
}

/** `orgform migrate --from posthog --for` another engine: writes a program that imports the same objects. */
export async function runToProgram(
  carried: CarriedObjects,
  { writer, host, out, isCheck }: ToProgram,
): Promise<number> {
  const { objects } = carried;
  if (objects.length === 0 || isCheck) {
    process.stdout.write(reportOf(objects.length, carried.open));
    if (objects.length > 0) return CODES.differs;
    return carried.open.length === 0 ? CODES.same : CODES.unknown;
  }
  const report = { warn: () => undefined, info: () => undefined, status: () => undefined };
  const { signal } = new AbortController();
  const { found, gaps } = await inSession(settingsOf({ host }), { report, signal }, (context) =>
    foundIn(objects, context),
  );
  const program = programOf(resources, { objects: found, unread: [] }, { host, ...writer.names(resources) });
  const open = [...carried.open, ...gaps, ...program.leftOut.map(({ what, reason }) => `${what}: ${reason}`)];
  process.stdout.write(reportOf(found.length, open));
  writeFolder(out, { "MIGRATION.md": carryGuideOf(carried, open), ...writer.files(program, packageManifest()) });
  process.stdout.write(`Wrote ${out}. Follow the steps in its MIGRATION.md.\n`);
  return open.length === 0 ? CODES.same : CODES.unknown;
}

/** The objects as the service has them, each once. Each list is read once. */
async function foundIn(objects: readonly CarriedObject[], context: Context) {
  const found = new Map<string, FoundObject & { readonly address: string }>();
  const gaps: string[] = [];
  const organizations = new Map<string, string>();
  for (const { resource, id, address, name, inputs } of objects) {
    const definition = resources.find((one) => one.name === resource);
    if (definition === undefined) throw new Error(`There is no resource ${resource}`);
    try {
      const stored = await find(
        definition,
        await withOrganization(id, definition, { context, organizations }),
        context,
      );
      const key = `${resource} ${stored.id}`;
      const other = found.get(key);
      if (other !== undefined) {
        gaps.push(`${address}: the same object as ${other.address}.`);
        continue;
      }
      const at = parseId(definition.identity.parts, stored.id);
      const whole = { ...stored, inputs: { ...stored.inputs, ...inputs } };
      found.set(key, { definition, id: stored.id, at, name, stored: whole, address });
    } catch (error) {
      const why = whyUnread(error);
      if (why === undefined) throw error;
      gaps.push(`${address}: ${why}`);
    }
  }
  return { found: [...found.values()], gaps };
}

/** The state can have an organization's slug, but a program needs the UUID. */
async function withOrganization(
  id: string,
  { identity }: AnyResource,
  { context, organizations }: { readonly context: Context; readonly organizations: Map<string, string> },
): Promise<string> {
  const [text = "", ...rest] = id.split("/");
  if (identity.parts[0] !== "organizationId" || UUID.test(text)) return id;
  const known = organizations.get(text) ?? (await find(rootOf(), text, context)).id;
  organizations.set(text, known);
  return [known, ...rest].join("/");
}

function rootOf(): AnyResource {
  const root = resources.find(({ name }) => name === "Organization");
  if (root === undefined) throw new Error("There is no resource Organization");
  return root;
}

function reportOf(count: number, open: readonly string[]): string {
  return [
    count === 0 ? "No object of posthog/posthog moves to Orgform." : `Objects to import: ${count}.`,
    ...(open.length === 0 ? [] : ["Not taken over:", ...open.map((line) => `  ${line}`)]),
    "",
  ].join("\n");
}
