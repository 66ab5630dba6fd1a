import type { CallContext } from "../definition.ts";

/** Trait: where neither the program nor the provider's configuration gives a setting, it is read off another input. */
export interface InferredSetting<Api> {
  readonly inferred?: {
    /** The input that is filled in: one that the configuration may give. */
    readonly name: "organizationId";
    /** The input that it follows from. */
    readonly from: string;
    /** The value; undefined where the key is not shown it. Read once for all that ask with the same. */
    readonly find: (api: Api, value: string, call: CallContext) => Promise<string | undefined>;
  };
}
