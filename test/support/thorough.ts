/**
 * Whether a run takes every test, as `.ci/run` does by THOROUGH=1. Without it those are skipped that take long and look
 * once more, by other means, at what a quicker test looks at.
 */
export const thorough = process.env.THOROUGH === "1"
