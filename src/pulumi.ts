/** Orgform's resources for Pulumi programs: public entry `orgform/pulumi`. */
export * from "./engines/pulumi/dynamic/index.generated.ts";
