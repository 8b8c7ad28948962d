// Money for people: amounts are integers in the currency's minor unit, and stay exact.

/** The digits after the point of a currency: 2 for BRL. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount as text without its currency: 123456 of BRL is `1,234.56`. Every safe integer is shown to its last digit. */
export const formatAmount = (amountMinor: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, "0")
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ]
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",")
  return `${amountMinor < 0 ? "−" : ""}${grouped}${decimals === 0 ? "" : `.${fraction}`}`
}

/** An amount with its currency: `1,234.56 BRL`. */
export const formatMoney = (amountMinor: number, currency: string): string =>
  `${formatAmount(amountMinor, currency)} ${currency}`

/** A typed amount (`12.5`, `12,50`, `1234`) in minor units; null for any other text. */
export const parseAmount = (text: string, currency: string): number | null => {
  const decimals = decimalsOf(currency)
  const [, whole, fraction = ""] = /^\s*(\d{1,13})(?:[.,](\d*))?\s*$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  const amount = Number(whole + fraction.padEnd(decimals, "0"))
  return Number.isSafeInteger(amount) ? amount : null
}

/** What a call says of a typed amount: a text that is none as it is, to be refused. */
export const amountWish = (text: string, currency: string): number | string =>
  parseAmount(text, currency) ?? text

/** What a call says of a typed part of a sum: nothing where all is meant. */
export const partWish = (text: string, currency: string): { readonly amount?: number | string } =>
  text === "" ? {} : { amount: amountWish(text, currency) }

/** A typed part of a sum for people, all of it where nothing was typed. */
export const formatPart = (text: string, all: number, currency: string): string => {
  const amount = text === "" ? all : parseAmount(text, currency)
  return amount === null ? text : formatMoney(amount, currency)
}
