export const here = "engines/pulumi-plugin";
