export const isGone = (error: Error): boolean => error.message.includes("not found");
export const isSame = (error: Error): boolean => error.message === "not found";
export const isLike = (error: Error): boolean => /not found/.test(error.message);
export const text = (error: Error): string => error.message;
