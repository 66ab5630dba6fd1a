import * as z from "zod";

import { field } from "../../model/field.ts";
import { fieldRef, message, aTypeName } from "../../model/messages.ts";

/** The number of a project as text, in a program. */
export const projectNumber = () => z.string().regex(/^[1-9]\d*$/u, "expected the number of a project, as text");

/** The project that an object belongs to: an input of everything that lives below a project alone. */
export const projectIdInput = field(projectNumber(), {
  doc: message`Number of the project, as text: the ${fieldRef("projectId")} of ${aTypeName("Project")}.`,
  onChange: "replace",
});
