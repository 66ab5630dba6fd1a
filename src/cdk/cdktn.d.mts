export * from "@orgform/cdktn";
export { default } from "@orgform/cdktn";
