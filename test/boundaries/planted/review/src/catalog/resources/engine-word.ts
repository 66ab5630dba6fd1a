/** May speak of Pulumi here. */
export const advice = "run `pulumi up`";
export const hasTaint = (engine: string): boolean => engine === "Terraform";
