import { MODEL_SPELLING, type Spelling } from "../../../model/messages.ts";

/** The name that a program gives a resource: the last part of its URN. */
export function nameInUrn(urn: string): string | undefined {
  return urn.split("::").at(-1);
}

/** How the engine imports an object under the name that the program gives it; everything else is as in the model. */
export function pluginSpelling(name = "<name>"): Spelling {
  return { ...MODEL_SPELLING, importing: (resource, id) => `pulumi import orgform:index:${resource} ${name} '${id}'` };
}
