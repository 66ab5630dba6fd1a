export const here = "resources";
