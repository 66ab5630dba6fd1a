// eslint-disable-next-line no-var
export var first = 1;
/* oxlint-disable no-var */
export var second = 2;
// @ts-expect-error
export const third: number = "3";
// @ts-expect-error -- the wrong type is the point of this line
export const fourth: number = "4";
// @ts-expect-error a sentence will do as well
export const fifth: number = "5";
// @ts-expect-error short
export const sixth: number = "6";
