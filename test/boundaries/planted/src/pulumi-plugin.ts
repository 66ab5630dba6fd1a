// Planted: the entry of the plugin's classes leads to the plugin.
export { here } from "./engines/pulumi/plugin/index.ts";
