import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import { functions } from "../../../catalog/functions/index.ts";
import { resultOf } from "../../../model/function.ts";
import { printed } from "../../../model/messages.ts";
import { functionFacts } from "../../call/list.ts";
import { functionNamed } from "../../commands/call.ts";
import { fieldSchema } from "../../field-facts.ts";
import { defineTool, jsonAnswer } from "../define-tool.ts";

/** The tool that lists the functions. */
export const listFunctions: Tool = defineTool({
  name: "list_functions",
  title: "List functions",
  description:
    "Lists every function: operations of the service that aren't resources, with their effect (read, write, or " +
    "destructive). Use describe_function for the arguments of one.",
  inputs: { effect: z.enum(["read", "write", "destructive"]).optional().describe("Only functions of this effect.") },
  run: ({ effect }) =>
    functions
      .filter((one) => effect === undefined || one.effect === effect)
      .map(({ name, effect: own, doc }) => `${name} (${own}): ${printed(doc)}`)
      .join("\n"),
});

/** The tool that describes the arguments and the result of one function. */
export const describeFunction: Tool = defineTool({
  name: "describe_function",
  title: "Describe a function",
  description:
    "Describes the arguments and the result of one function as JSON, with its effect and the scopes that it needs.",
  inputs: { function: z.string().describe("Name of the function: listMembers or list-members.") },
  run: ({ function: name }) => {
    const definition = functionNamed(name);
    const result = resultOf(definition).map(([field, rules]) => {
      const { doc, secret } = rules;
      const facts = { doc: printed(doc), ...(secret === true ? { secret } : {}), schema: fieldSchema(rules) };
      return [field, facts] as const;
    });
    return jsonAnswer({
      ...functionFacts(definition),
      notes: (definition.notes ?? []).map((note) => printed(note)),
      example: definition.example,
      result: Object.fromEntries(result),
    });
  },
});
