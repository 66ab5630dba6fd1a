import type { Service } from "./service.ts";

/** The address of a member by its number. */
export const emailOf = (index: number): string => `person${index}@globex.example`;

/** Adds that many members to the organization, which no program can do. Returns the IDs of their accounts. */
export async function addMembers(service: Service, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await service.control("POST", "users", { email: emailOf(index) });
    const userId = String(id);
    const { organizationId } = service;
    await service.control("POST", "memberships", { userId, email: emailOf(index), organizationId, level: 1 });
    ids.push(userId);
  }
  return ids;
}
