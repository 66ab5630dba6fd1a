export const here = "lifecycle";
