import * as z from "zod";

import { isJson, parsedJson } from "../../model/json-value.ts";

/** JSON in a program: a text, which every engine has a function for. */
export const jsonTextInput = () =>
  z.string().refine(isJson, "expected JSON text, such as jsonencode or JSON.stringify write");

/** JSON text of a program as the service takes it; `null` and nothing stay what they are. */
export const jsonToWire = (text: string | null | undefined): unknown =>
  typeof text === "string" ? parsedJson(text) : text;
