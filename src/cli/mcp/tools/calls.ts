import type { Tool, ToolCall } from "@orgform/mcp";
import * as z from "zod";
import { callFunction, type Context, type Reporter, streamFunction } from "../../../driver/driver.ts";
import { withoutSecretsInside } from "../../../model/secret-texts.ts";
import { isIncompleteCall } from "../../../model/diagnostics.ts";
import { type AnyFunction, givesRows, LIMIT, resultOf } from "../../../model/function.ts";
import type { Values } from "../../../model/json-value.ts";
import { MODEL_SPELLING, printed, textOf } from "../../../model/messages.ts";
import { inSession, PreparedCall } from "../../call/prepared-call.ts";
import { functionNamed } from "../../commands/call.ts";
import { UsageError } from "../../usage-error.ts";
import { defineTool, jsonAnswer } from "../define-tool.ts";
import type { Workspace } from "../workspace.ts";

/** Default number of rows in a result. */
const ROWS = 100;

const ARGUMENTS = {
  function: z.string().describe("Name of the function: listMembers or list-members."),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Arguments by name, as describe_function lists them."),
};

/** The tool that calls what only reads. */
export const callReadFunction = (workspace: Workspace): Tool =>
  defineTool({
    name: "call_read_function",
    title: "Call a function that reads",
    description:
      "Calls a function whose effect is read: lists, lookups, and queries. Lists return at most 100 rows, unless you set " +
      "`limit`. Results never contain secrets.",
    asksService: true,
    inputs: ARGUMENTS,
    run: ({ function: name, arguments: given }, call) => {
      const definition = functionNamed(name);
      if (definition.effect === "read") return called(definition, given, workspace, call);
      throw new UsageError(
        `${definition.name} has the effect ${definition.effect}, and this tool calls what only reads. Functions that ` +
          "write are called by call_function, which a server started with --allow-writes has, or by `orgform call`.",
      );
    },
  });

/** The tool that calls any function, with the confirmations that the command line asks for. */
export const callAnyFunction = (workspace: Workspace): Tool =>
  defineTool({
    name: "call_function",
    title: "Call a function that writes",
    description:
      "Calls any function of the service, including destructive ones. Call it with dryRun first: it shows what the call " +
      "would do and the words that confirm it. A destructive function needs these words as its argument `confirm`. Show " +
      "them to the person whom you work for, and pass them only if that person agrees.",
    effect: "destructive",
    asksService: true,
    inputs: {
      ...ARGUMENTS,
      dryRun: z.boolean().default(false).describe("Show what the call would do, and send nothing."),
    },
    run: ({ function: name, arguments: given, dryRun }, call) => {
      const definition = functionNamed(name);
      if (!dryRun) return called(definition, given, workspace, call);
      const { plan, words } = new PreparedCall(definition, given, MODEL_SPELLING).planned();
      const { effect } = definition;
      return jsonAnswer({ function: definition.name, effect, planned: true, plan, confirm: words });
    },
  });

async function called(
  definition: AnyFunction,
  given: Values,
  workspace: Workspace,
  { signal, report }: ToolCall,
): Promise<string> {
  const bounded = givesRows(definition) && given[LIMIT] === undefined ? { ...given, [LIMIT]: ROWS } : given;
  const settings = workspace.settings();
  const call = new PreparedCall(definition, bounded, MODEL_SPELLING);
  call.refuseProblems();
  const notes: string[] = [];
  const note = (text: Parameters<Reporter["warn"]>[0]): void => void notes.push(printed(text));
  const reporter: Reporter = { warn: note, info: note, status: (text) => report(printed(text)) };
  const result = await inSession(settings, { report: reporter, signal }, async (context, api) =>
    resultText(definition, await call.arguments(api), context),
  );
  return [result, ...notes].join("\n");
}

async function resultText(definition: AnyFunction, args: Values, context: Context): Promise<string> {
  if (!givesRows(definition)) {
    try {
      return jsonAnswer(withoutSecrets(definition, await callFunction(definition, args, context)));
    } catch (error) {
      if (!isIncompleteCall(error)) throw error;
      throw new Error(`${printed(textOf(error))}\n${jsonAnswer(error.report)}`, { cause: error });
    }
  }
  const rows: string[] = [];
  for await (const row of streamFunction(definition, args, context)) {
    rows.push(JSON.stringify(withoutSecrets(definition, row)));
  }
  const isMore = rows.length === args[LIMIT];
  const end = isMore ? ` There might be more. To see them, set a larger \`${LIMIT}\`.` : "";
  return [`${rows.length} rows.${end}`, ...rows].join("\n");
}

/** A result for a model, without secrets, because models don't need them, and their answers are stored. */
function withoutSecrets(definition: AnyFunction, result: Values): Values {
  const known = new Map(resultOf(definition));
  const entries = Object.entries(result).map(([name, value]) => {
    const rules = known.get(name);
    if (rules?.secret === true && value !== undefined) return [name, "[secret: `orgform call` shows it]"] as const;
    return [name, rules === undefined ? value : withoutSecretsInside(rules, value)] as const;
  });
  return Object.fromEntries(entries);
}
