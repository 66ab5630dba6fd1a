import type { Tool, ToolCall } from "@orgform/mcp";
import * as z from "zod";

/** A tool whose arguments are named with their types; it only looks, and repeats safely, unless it says otherwise. */
interface ToolDeclaration<S extends z.ZodRawShape> extends Pick<Tool, "name" | "title" | "description"> {
  readonly effect?: Tool["effect"];
  readonly isRepeatable?: boolean;
  readonly asksService?: boolean;
  readonly inputs: S;
  readonly run: (given: z.output<z.ZodObject<S>>, call: ToolCall) => string | Promise<string>;
}

/** Declares one tool. */
export function defineTool<S extends z.ZodRawShape>(declaration: ToolDeclaration<S>): Tool {
  const { effect = "read", asksService = false, isRepeatable = effect === "read", run, ...words } = declaration;
  const inputs = z.strictObject(declaration.inputs);
  return {
    ...words,
    effect,
    isRepeatable,
    asksService,
    inputs,
    run: async (given, call) => run(inputs.parse(given), call),
  };
}

/** JSON as tools answer with it. */
export const jsonAnswer = (value: unknown): string => JSON.stringify(value, null, 2);
