export const here = "engines/pulumi-analyzer";
