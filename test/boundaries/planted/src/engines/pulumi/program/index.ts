export const here = "engines/pulumi-program";
