import { join } from "node:path";
import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import { driftReport } from "../../../app/drift/drift-report.ts";
import { comparedHere } from "../../drift/compared-here.ts";
import { jsonReport } from "../../drift/formats/json.ts";
import { textReport } from "../../drift/formats/text.ts";
import { IGNORE_FILE, IgnoreRules } from "../../drift/ignore.ts";
import { plain } from "../../paint.ts";
import { StateError } from "../../state/read-state.ts";
import { previewOf } from "../../state/stack-state.ts";
import { defineTool } from "../define-tool.ts";
import type { Workspace } from "../workspace.ts";

const PLACE = {
  folder: z.string().default(".").describe("Folder of the program, below the server's. Default: the server's folder."),
  stack: z.string().optional().describe("Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one."),
};

/** The tool that compares a state with the service. */
export const drift = (workspace: Workspace): Tool =>
  defineTool({
    name: "drift",
    title: "Report drift of a stack",
    description:
      "Compares the state of a stack with the organization. Reports what changed, what is missing, what is unmanaged, and " +
      "what couldn't be checked. Takes no lock and writes nothing. Reads the state through pulumi, terraform, or tofu, or " +
      "from a file.",
    asksService: true,
    inputs: {
      ...PLACE,
      stateFile: z.string().optional().describe("State file to read instead."),
      strict: z
        .boolean()
        .default(false)
        .describe("Also report objects that the service creates along with declared ones."),
      format: z.enum(["text", "json"]).default("text").describe("text to read, json with every detail."),
    },
    run: async ({ folder, stack, stateFile, strict, format }, { signal, report }) => {
      const settings = workspace.settings();
      const program = workspace.path(folder);
      workspace.file(join(folder, IGNORE_FILE));
      const rules = IgnoreRules.read(program, undefined);
      report("Reading the state");
      const recorded = await workspace.stack({ folder, stack, stateFile });
      report("Comparing it with the service");
      const found = await driftReport(recorded, settings, rules, {
        ...comparedHere(recorded.engine),
        isStrict: strict,
        signal,
      });
      return format === "json" ? jsonReport(found) : textReport(found, plain);
    },
  });

/** The tool that shows an engine's plan. */
export const plan = (workspace: Workspace): Tool =>
  defineTool({
    name: "plan",
    title: "Preview what a program would change",
    description:
      "Runs the engine's own preview (`pulumi preview`, `terraform plan`, or `tofu plan`) and returns its output. Changes " +
      "neither the service nor the state and takes no lock, but runs the program in the folder. Call it after every " +
      "change of a program. Pulumi compares with the state, so use drift to find changes made outside of the program.",
    asksService: true,
    inputs: PLACE,
    run: async ({ folder, stack }, { signal, report }) => {
      const place = { folder: workspace.path(folder), stack, environment: workspace.environment };
      report("Reading the state");
      // For its secrets, which no response shows; there might be no state yet, and the preview reports other errors.
      await workspace.stack({ folder, stack }).catch((error: unknown) => {
        if (!(error instanceof StateError)) throw error;
      });
      report("Asking the engine");
      return previewOf(place, signal);
    },
  });
