// Arrays of texts as PostgreSQL reads them in a parameter.

/** An array as a literal. */
export const arrayLiteral = (texts: ReadonlyArray<string | null>): string =>
  `{${texts.map(elementOf).join(",")}}`

const elementOf = (text: string | null): string =>
  text === null ? "NULL" : `"${SPECIAL.test(text) ? text.replaceAll(EACH_SPECIAL, "\\$&") : text}"`

const SPECIAL = /["\\]/
const EACH_SPECIAL = /["\\]/g
