import * as z from "zod";

import { field } from "../../model/field.ts";
import { jsonIfAny } from "./fields.ts";

/** An entry of an activity log, as functions give it. */
export const activityFields = {
  activity: field(z.string(), { doc: "Type of the change, such as deleted, updated, or split_person." }),
  scope: field(z.string(), { doc: "Kind of the object, such as Person or Plugin." }),
  itemId: field(z.string().optional(), { doc: "Number or ID of the object." }),
  user: jsonIfAny("Person who made the change, with `first_name` and `email`; absent for the service itself."),
  detail: jsonIfAny("Details of the change, without values of properties."),
  createdAt: field(z.string(), { doc: "When, as an ISO 8601 instant." }),
};
