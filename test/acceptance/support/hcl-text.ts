import { Code, type Declared } from "./program-text.ts";

const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** A key of an object; an address of a person is one as it is. */
const keyOf = (name: string): string => JSON.stringify(name.includes("@") ? name : snake(name));

/** The resources in HCL, where a reference names the type as well. */
export function hclOf(resources: readonly Declared[]): string {
  const typeOf = (name: string): string => `orgform${snake(resources.find((one) => one.name === name)?.type ?? "")}`;
  const value = (given: unknown): string => {
    if (given instanceof Code) {
      const [name = "", output = ""] = given.text.split(".");
      return `${typeOf(name)}.${name}.${snake(output)}`;
    }
    if (typeof given !== "object" || given === null || Array.isArray(given)) return JSON.stringify(given);
    return `{ ${Object.entries(given)
      .map(([key, one]) => `${keyOf(key)} = ${value(one)}`)
      .join(", ")} }`;
  };
  const blocks = resources.map(({ name, args }) => {
    const lines = Object.entries(args).map(([key, given]) => `  ${snake(key)} = ${value(given)}`);
    return `resource "${typeOf(name)}" "${name}" {\n${lines.join("\n")}\n}`;
  });
  return blocks.join("\n");
}
