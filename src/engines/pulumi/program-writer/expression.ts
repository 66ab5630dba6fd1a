import { STEP } from "../../../adopt/literal.ts";
import { camelCase } from "../../../adopt/names.ts";
import type { Expression, NamedObject } from "../../../adopt/program.ts";
import { stringLiteral, TYPESCRIPT, typescriptOf } from "../../../adopt/typescript.ts";

/**
 * A value of an input as TypeScript, in a file that has `config`, and `readFileSync` if it reads files.
 *
 * @param referenceTo - how the file names another object
 */
export function expressionText(
  expression: Expression,
  indent: string,
  referenceTo: (object: NamedObject) => string,
): string {
  switch (expression.kind) {
    case "value":
      return typescriptOf(expression.value, indent);
    case "output":
      return `${referenceTo(expression.of)}.${expression.output}`;
    case "file":
      return `readFileSync(${stringLiteral(expression.path)}, "utf8")`;
    case "secret": {
      const { words, isRequired, isPlain } = expression.secret;
      const verb = isRequired ? "require" : "get";
      return `config.${verb}${isPlain === true ? "" : "Secret"}(${stringLiteral(camelCase(words))})`;
    }
    case "record": {
      const members = Object.entries(expression.members).map(
        ([name, member]) => [name, expressionText(member, indent + STEP, referenceTo)] as const,
      );
      return TYPESCRIPT.record(members, indent);
    }
  }
}
