export * from "@orgform/cdktf";
export { default } from "@orgform/cdktf";
