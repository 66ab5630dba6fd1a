/** Types of objects that are made by an invite where the person is no member yet, as the engines name them. */
const BY_INVITE = /^(?:orgform_|orgform:index:|pulumi-nodejs:dynamic\/orgform:)(?:invite|membership)$/iu;

/** Whether an invite may be sent when an object of the type is made. */
export const isByInvite = (type: string): boolean => BY_INVITE.test(type);
