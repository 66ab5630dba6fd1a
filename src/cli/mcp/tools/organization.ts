import { existsSync } from "node:fs";
import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import type { Settings } from "../../../app/settings.ts";
import type { Survey } from "../../../driver/driver.ts";
import type { EngineName } from "../../../engines/engine.ts";
import { engineNamed } from "../../../engines/index.ts";
import { textReport } from "../../access/formats/text.ts";
import { accessReport, levelIn } from "../../access/report.ts";
import { checked, policyIn, USUAL_POLICY, wholeState } from "../../check/checked.ts";
import { labelsIn, leftOutNotes } from "../../check/labels.ts";
import { textCheck } from "../../check/formats/text.ts";
import { pictured } from "../../commands/picture.ts";
import { readPlanFile } from "../../state/read-plan.ts";
import type { AnyResource } from "../../../model/definition.ts";
import { ACCESS_SECTIONS } from "../../../model/picture/access.ts";
import type { PictureNeed } from "../../../picture/take-picture.ts";
import { programIn, reportOf, surveyed } from "../../commands/adopt.ts";
import { allFindings, textFrom } from "../../commands/doctor.ts";
import { packageManifest } from "../../package-manifest.ts";
import { plain } from "../../paint.ts";
import type { Progress } from "../../progress.ts";
import { UsageError } from "../../usage-error.ts";
import { refuseNonEmpty, writeFolder } from "../../write-folder.ts";
import { defineTool } from "../define-tool.ts";
import type { Workspace } from "../workspace.ts";
import { ENGINE, resourceNamed } from "./resources.ts";

const ORGANIZATION = z
  .string()
  .optional()
  .describe("Organization: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.");

const PLAN_FILE = z
  .string()
  .optional()
  .describe("File with a plan, as `pulumi preview --json` or `terraform show -json` prints it.");

/** The tool that looks whether programs can work here. */
export const doctor = (workspace: Workspace): Tool =>
  defineTool({
    name: "doctor",
    title: "Check whether programs can run here",
    description:
      "Checks versions, the API key and its scopes, the organization, and the version of the service. For each problem, " +
      "it says what to do. If something fails unexpectedly, call this tool first.",
    asksService: true,
    inputs: {
      organization: ORGANIZATION,
      stateFile: z
        .string()
        .optional()
        .describe("State file of a stack. Also lists the objects in it that the service no longer has."),
    },
    run: async ({ organization, stateFile }) => {
      const { host } = workspace;
      const file = stateFile === undefined ? undefined : workspace.file(stateFile);
      return textFrom(await allFindings({ host, organizationId: organization }, file), plain);
    },
  });

/** The tool that shows the contents of an organization. */
export const surveyOrganization = (workspace: Workspace): Tool =>
  defineTool({
    name: "survey_organization",
    title: "Survey an organization",
    description:
      "Lists the existing objects of an organization, with kind, name, and the ID for an import, and what couldn't be " +
      "read. With `program`, returns a program that imports them, without secrets. Check here before you declare an " +
      "object that may exist. For a large organization, which takes minutes, name a kind.",
    asksService: true,
    inputs: {
      organization: ORGANIZATION,
      kinds: z.array(z.string()).default([]).describe("Resources to include, such as Domain or Project."),
      program: z
        .boolean()
        .default(false)
        .describe("Whether to return the program that imports them instead of the list."),
      engine: ENGINE,
    },
    run: async ({ organization, kinds, program, engine }, { signal, report }) => {
      const settings = workspace.settings();
      const isWanted = isOneOf(kinds.map(resourceNamed));
      const found = await surveyed(settings, organizationName(organization, settings), reporting(report), { signal });
      const wanted = { ...found, objects: found.objects.filter(isWanted) };
      return program ? programText(wanted, settings, engine) : listText(wanted, engine);
    },
  });

/** The tool that shows who can do what. */
export const access = (workspace: Workspace): Tool =>
  defineTool({
    name: "access",
    title: "Show who can do what",
    description:
      "Shows for each person and project of an organization the level of access that counts, and what gives it: the " +
      "organization's level, a rule, or the default. With `planFile`, lists who gains and loses access. Narrow the " +
      "answer by person or project: a large organization has thousands of places.",
    asksService: true,
    inputs: {
      organization: ORGANIZATION,
      person: z.string().optional().describe("Email address of the only person to show."),
      project: z.string().optional().describe("Name or number of the only project to show."),
      atLeast: z.string().optional().describe("Lowest level to show, such as admin."),
      planFile: PLAN_FILE,
    },
    run: async ({ organization, person, project, atLeast, planFile }, { report }) => {
      const settings = workspace.settings();
      const plan = planFile === undefined ? undefined : readPlanFile(workspace.file(planFile));
      const filter = { person, project, atLeast: levelIn(atLeast) };
      const wanted = organizationName(organization, settings);
      const picture = await pictured(settings, wanted, ACCESS_SECTIONS, reporting(report));
      return textReport(accessReport(picture, filter, plan));
    },
  });

/** The tool that judges an organization by rules. */
export const check = (workspace: Workspace): Tool =>
  defineTool({
    name: "check",
    title: "Check an organization against rules",
    description:
      "Checks an organization against the rules of a policy: sign-on, people, invites, access, exports, and settings. Names " +
      "each object that breaks a rule, with the reason and the remedy, and what couldn't be checked. With `planFile`, " +
      "checks the organization as it will be after the plan, and says which findings are new. Call it before somebody " +
      "applies a plan.",
    asksService: true,
    inputs: {
      organization: ORGANIZATION,
      policyFile: z
        .string()
        .optional()
        .describe(`Policy file. Default: ${USUAL_POLICY} in the server's folder, or else the default rules.`),
      planFile: PLAN_FILE,
      stateFile: z
        .string()
        .optional()
        .describe("State file of the program, for rules about what it declares. Not together with `planFile`."),
      labels: z
        .string()
        .optional()
        .describe("Labels of the organization, such as stage=production, for overrides in the policy file."),
    },
    run: async ({ organization, policyFile, planFile, stateFile, labels }, { report }) => {
      const usual = workspace.file(USUAL_POLICY);
      const named = policyFile === undefined ? undefined : workspace.file(policyFile);
      const file = named ?? (existsSync(usual) ? usual : undefined);
      const planPath = planFile === undefined ? undefined : workspace.file(planFile);
      const statePath = stateFile === undefined ? undefined : workspace.file(stateFile);
      if (planPath !== undefined && statePath !== undefined)
        throw new UsageError("`planFile` and `stateFile` both say what the code declares. Give one of them.");
      const settings = workspace.settings();
      // An agent reads with this tool: it runs no code.
      const policy = (await policyIn(file, { mayRunCode: false }))(labelsIn(labels, "`labels`"));
      const planned =
        planPath === undefined ? {} : { planned: { plan: readPlanFile(planPath), file: planPath, isAll: false } };
      const state =
        statePath === undefined
          ? {}
          : { state: wholeState(await workspace.stack({ folder: ".", stateFile: statePath })) };
      const wanted = organizationName(organization, settings);
      const pictureOf = (needs: readonly PictureNeed[]) => pictured(settings, wanted, needs, reporting(report));
      const found = await checked(pictureOf, { policy, file, failOn: "error", ...state, ...planned });
      const notes = labels === undefined ? leftOutNotes(policy, file ?? "", "set `labels`") : [];
      return [textCheck(found, plain), ...notes].join("\n");
    },
  });

/** The tool that writes the program of an organization. */
export const adopt = (workspace: Workspace): Tool =>
  defineTool({
    name: "adopt",
    title: "Write a program that imports an organization",
    description:
      "Writes a program that declares an existing organization and imports it without changes, into a folder that is " +
      "empty or doesn't exist yet. Its README.md has the next steps. Changes nothing in the service.",
    effect: "write",
    asksService: true,
    inputs: {
      organization: ORGANIZATION,
      out: z.string().describe("Folder to write, in the server's folder: empty, or one that doesn't exist yet."),
      engine: ENGINE,
    },
    run: async ({ organization, out, engine }, { signal, report }) => {
      const folder = workspace.path(out);
      refuseNonEmpty(folder);
      const settings = workspace.settings();
      const found = await surveyed(settings, organizationName(organization, settings), reporting(report), { signal });
      const { programWriter } = engineNamed(engine);
      const program = programIn(found, settings, programWriter);
      writeFolder(folder, programWriter.files(program, packageManifest()));
      return reportOf(program, out);
    },
  });

function organizationName(given: string | undefined, { organizationId }: Settings): string {
  const name = given ?? organizationId;
  if (name !== undefined) return name;
  throw new UsageError("The organization is missing. Set `organization` to its ID, slug, or name.");
}

const reporting = (report: (words: string) => void): Pick<Progress, "step" | "count"> => ({
  step: (words) => report(`Reading ${words}`),
  count: () => undefined,
});

const isOneOf =
  (kinds: readonly AnyResource[]) =>
  ({ definition }: Survey["objects"][number]): boolean =>
    kinds.length === 0 || kinds.includes(definition);

function listText({ objects, unread }: Survey, engine: EngineName): string {
  const { programWriter } = engineNamed(engine);
  const lines = objects.map(({ definition, id, name }) => {
    const line = programWriter.importLine(definition, { name, id });
    return `${definition.name} ${JSON.stringify(name)} id ${id}\n    ${line}`;
  });
  const gaps = unread.map(({ what, reason }) => `${what}: ${reason}`);
  return [
    `${objects.length} objects, each with the command that imports it:`,
    ...lines,
    ...(gaps.length === 0 ? [] : ["Not read:", ...gaps]),
  ].join("\n");
}

function programText(found: Survey, settings: Settings, engine: EngineName): string {
  const { programWriter } = engineNamed(engine);
  const files = programWriter.files(programIn(found, settings, programWriter), packageManifest());
  return Object.entries(files)
    .map(([name, text]) => `=== ${name}\n${text}`)
    .join("\n");
}
