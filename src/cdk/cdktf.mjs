// Public entry `orgform/cdktf` of ES modules: the constructs of `@orgform/cdktf`, which has to be installed.
export * from "@orgform/cdktf";
export { default } from "@orgform/cdktf";
