export * from "@orgform/cdktf";
