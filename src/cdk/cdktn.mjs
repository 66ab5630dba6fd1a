// Public entry `orgform/cdktn` of ES modules: the constructs of `@orgform/cdktn`, which has to be installed.
export * from "@orgform/cdktn";
export { default } from "@orgform/cdktn";
