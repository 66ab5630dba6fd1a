export const here = "functions";
