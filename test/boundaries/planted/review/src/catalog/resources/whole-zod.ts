import { z } from "zod";
import type { z as types } from "zod";
import * as parts from "zod";

export const text = z.string() satisfies types.ZodType<unknown> & ReturnType<typeof parts.string>;
