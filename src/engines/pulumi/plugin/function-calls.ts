import { type AnyFunction, givesRows, resultOf } from "../../../model/function.ts";
import type { Message } from "../../../grpc/messages.ts";
import { callInProgram, type ProgramCall } from "../../../app/program-calls.ts";
import { checkFailuresOf } from "./failures.ts";
import type { Request } from "./protocol.ts";
import { fromEngine, type Path, toEngine } from "./values.ts";

/** Invoke of a function. In a preview, a writing function returns its plan and sends no request. */
export async function functionCall(
  definition: AnyFunction,
  request: Request<"Invoke">,
  call: ProgramCall,
): Promise<Message> {
  const { values, secrets } = fromEngine(request.args);
  const { given, problems } = await callInProgram(definition, values, call);
  if (problems !== undefined) return { failures: checkFailuresOf(problems) };
  // A result of secret arguments might reveal them.
  const paths: Path[] = secrets.length > 0 ? Object.keys(given).map((name) => [name]) : secretResults(definition);
  return { return: toEngine(given, paths) };
}

function secretResults(definition: AnyFunction): Path[] {
  const secret = resultOf(definition).filter(([, rules]) => rules.secret === true);
  if (givesRows(definition)) return secret.length > 0 ? [["items"]] : [];
  return secret.map(([name]) => [name]);
}
