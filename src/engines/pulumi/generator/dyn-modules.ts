import { kebabName } from "../../../model/names.ts";

/** The module that the stored code of a resource requires. */
export function dynModule(name: string): string {
  return `// Written by \`npm run gen\`; the states of users name this file: it never moves.\nmodule.exports = require("./bridge.cjs")("${name}");\n`;
}

/** The file of {@link dynModule}. */
export function dynFile(name: string): string {
  return `src/dyn/${kebabName(name)}.cjs`;
}
