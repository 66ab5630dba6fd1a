// Planted: in this project's package.json the package is a development dependency.
import * as package0 from "fast-check";

export const planted = package0;
