import { snakeName } from "../../../src/model/names.ts";
import { Code, type Declared } from "./program-text.ts";

/** The key of an entry in HCL. An email address stays as it is. */
const keyOf = (name: string): string => JSON.stringify(name.includes("@") ? name : snakeName(name));

/** The resources in HCL. References also name the type. */
export function hclOf(resources: readonly Declared[]): string {
  const typeOf = (name: string): string =>
    `orgform_${snakeName(resources.find((one) => one.name === name)?.type ?? "")}`;
  const value = (given: unknown): string => {
    if (given instanceof Code) {
      const [name = "", output = ""] = given.text.split(".");
      return `${typeOf(name)}.${name}.${snakeName(output)}`;
    }
    if (Array.isArray(given)) return `[${given.map(value).join(", ")}]`;
    if (typeof given !== "object" || given === null) return JSON.stringify(given);
    return `{ ${Object.entries(given)
      .map(([key, one]) => `${keyOf(key)} = ${value(one)}`)
      .join(", ")} }`;
  };
  const blocks = resources.map(({ name, args }) => {
    const lines = Object.entries(args).map(([key, given]) => `  ${snakeName(key)} = ${value(given)}`);
    return `resource "${typeOf(name)}" "${name}" {\n${lines.join("\n")}\n}`;
  });
  return blocks.join("\n");
}
