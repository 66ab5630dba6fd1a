/** Name of the output that lists the declared settings that the service lacks, or only shows; see `Field.notEverywhere`. */
export const WITHOUT_EFFECT = "withoutEffect";
