export const here = "engines/pulumi-dynamic";
