export const planted = [
  Date.now(),
  new Date(),
  Math.random(),
  performance.now(),
  new Date(0),
  Date.now(), // eslint knows nothing of this -- measured for a log line only
];
