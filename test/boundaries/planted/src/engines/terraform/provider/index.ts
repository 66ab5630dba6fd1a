export const here = "engines/terraform-plugin";
