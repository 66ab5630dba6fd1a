export { Provider, type ProviderArgs } from "./provider-resource.ts";
export * from "./resources.generated.ts";
