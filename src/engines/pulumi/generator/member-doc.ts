import { printed, type Text } from "../../../model/messages.ts";
import type { Shape } from "../../../model/shape.ts";

/** A text before a member of a type, on lines of its own. */
export function memberDoc({ doc }: Shape): string {
  return doc === undefined ? "" : `\n/** ${printed(doc)} */\n`;
}

/** The tag by which editors and linters know what is deprecated. */
export function tagOf(deprecation: Text | undefined): string {
  return deprecation === undefined ? "" : ` @deprecated ${printed(deprecation)}`;
}
