import { snakeName } from "../../src/model/names.ts";

/** How each engine imports an object, in the text for the user; one of them can't. */
export const IMPORT_LINES: Readonly<Record<string, (resource: string, id: string) => string>> = {
  "pulumi-plugin": (resource, id) => `To import it, run \`pulumi import orgform:index:${resource} one '${id}'\``,
  terraform: (resource, id) => `To import it, run \`terraform import orgform_${snakeName(resource)}.<name> '${id}'\``,
};
