export { resources } from "./registry.generated.ts";
