import type { RecordedObject } from "../driver/driver.ts";

/** A string input of an object in the state; "" if it is absent, or hidden there. */
export function textIn({ inputs }: Pick<RecordedObject, "inputs">, input: string): string {
  const { [input]: value } = inputs;
  return typeof value === "string" ? value : "";
}
