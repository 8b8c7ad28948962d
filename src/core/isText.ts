// The texts that come from outside: names, and ids that others choose.
import { isStorable } from "./isStorable.ts"

/** How many characters a text may have: fewer than fit into an index of any store. GAP-86 */
export const TEXT_LENGTH_MAX = 200

/** How many characters an e-mail address may have. GAP-86 */
export const EMAIL_LENGTH_MAX = 254

/** Whether this is a text of 1 to `TEXT_LENGTH_MAX` characters that every store can keep. GAP-86 */
export const isText = (text: string): boolean =>
  text.length >= 1 && text.length <= TEXT_LENGTH_MAX && isStorable(text)
