/** The resources for Pulumi programs, served by the native plugin `pulumi-resource-orgform`. */
export * from "./engines/pulumi/classes/index.generated.ts";
