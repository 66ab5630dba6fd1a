/** Names of all calls of a service, of a table that has the messages of each. */
export function callNames<Calls extends object>(calls: Calls): (keyof Calls & string)[] {
  return Object.keys(calls).filter((name): name is keyof Calls & string => name in calls);
}
