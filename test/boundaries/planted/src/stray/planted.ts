// Planted: this folder belongs to no layer.
export const planted = 1;
