// Planted: the Pulumi entry leads past its engine.
export { here } from "./catalog/resources/index.ts";
