export const planted = [
  1 as any,
  1 as unknown as string,
  2 as unknown as string, // a number is written as text -- the service takes both
  // the service takes both -- see the wire notes
  3 as unknown as string,
];
