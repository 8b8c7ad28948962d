// The texts that come from outside: names, and ids that others choose.
import { isStorable } from "./isStorable.ts"

/** How many characters a text may have: fewer than fit into an index of any store. GAP-86 */
export const TEXT_LENGTH_MAX = 200

/** How many characters an e-mail address may have. GAP-86 */
export const EMAIL_LENGTH_MAX = 254

/** The shape of an e-mail address: something, an at sign, a domain with a dot; 254 characters at most. GAP-86 */
// Without the flag u, so that it counts characters as the length of a text does.
export const EMAIL = new RegExp(`^(?=.{3,${EMAIL_LENGTH_MAX}}$)[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$`)

/** Whether this is a text of 1 to `TEXT_LENGTH_MAX` characters that every store can keep. GAP-86 */
export const isText = (text: string): boolean =>
  text.length >= 1 && text.length <= TEXT_LENGTH_MAX && isStorable(text)
