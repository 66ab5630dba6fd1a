export const here = "cli";
