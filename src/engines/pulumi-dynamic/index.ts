export type { ProviderArgs } from "./provider-args.generated.ts";
export { Provider } from "./provider-resource.ts";
export * from "./resources.generated.ts";
