// Written by `npm run gen` with the generator of cdktn; do not edit.
export * from "./data-orgform-domain/index";
export * from "./data-orgform-organization/index";
export * from "./data-orgform-plugin/index";
export * from "./data-orgform-project/index";
export * from "./data-orgform-role/index";
export * from "./domain-sso/index";
export * from "./domain-verification/index";
export * from "./domain/index";
export * from "./organization/index";
export * from "./plugin/index";
export * from "./project/index";
export * from "./provider-functions/index";
export * from "./provider/index";
export * from "./role/index";
