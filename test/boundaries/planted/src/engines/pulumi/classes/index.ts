export const here = "engines/pulumi-classes";
