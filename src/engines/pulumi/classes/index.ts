export type { InputsOf, Outcome } from "../program/output-form.ts";
export * from "./functions.generated.ts";
export type { ProviderArgs } from "./provider-args.generated.ts";
export { Provider } from "./provider-resource.ts";
export * from "./resources.generated.ts";
