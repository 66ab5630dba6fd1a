/** A docstring may say that Terraform does so. */
export const fine = (organization: { readonly engine: { readonly name: string } }): string => organization.engine.name;
export const runs = (engine: string): boolean => engine === "pulumi";
export const folder = { TF_DATA_DIR: "/data" };
