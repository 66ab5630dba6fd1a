import { describeCrashes } from "./crash-table.ts";

describeCrashes("OrganizationMembers");
