export * from "@orgform/cdktn";
