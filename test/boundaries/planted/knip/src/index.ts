import { alive } from "./alive.ts";
import { nothing } from "not-listed";

export const entry = [alive, nothing];
