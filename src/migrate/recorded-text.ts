import type { RecordedObject } from "../driver/driver.ts";

/** An input of an object in state that is a text; "" for what is absent, or hidden there. */
export function textIn({ inputs }: Pick<RecordedObject, "inputs">, input: string): string {
  const { [input]: value } = inputs;
  return typeof value === "string" ? value : "";
}
