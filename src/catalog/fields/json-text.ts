import * as z from "zod";

import { isJson } from "../../model/json-value.ts";

/** JSON in a program: a text, which every engine has a function for. */
export const jsonTextInput = () =>
  z.string().refine(isJson, "expected JSON text, such as jsonencode or JSON.stringify write");
