// Planted: the Pulumi entry leads past its engine.
export { here } from "./resources/index.ts";
