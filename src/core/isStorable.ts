// What a text may hold, whichever store keeps it.

/**
 * Whether every store can keep this text as it is: it has no U+0000, which PostgreSQL refuses, and no half of a surrogate
 * pair, which UTF-8 cannot say. GAP-158
 *
 * @example
 * ```ts
 * import { isStorable } from "studio-billing"
 *
 * isStorable("São Paulo 🙂") // true
 * isStorable("a\u0000b") // false
 * isStorable("\ud83d") // false
 * ```
 */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()
