// Reads the numbers of boletos back.
import { checkDigit11, digitableLineOf } from "../../simulator/adapters/gateway/Boleto.ts"

/** Whether a text is a barcode with the right check digit. */
export const isBarcode = (text: string): boolean =>
  /^\d{44}$/.test(text) && text.slice(4, 5) === String(checkDigit11(text.slice(0, 4) + text.slice(5)))

/** Whether a text is a digitable line whose four check digits are right. */
export const isDigitableLine = (text: string): boolean => {
  if (!/^\d{47}$/.test(text)) return false
  const free = `${text.slice(4, 9)}${text.slice(10, 20)}${text.slice(21, 31)}`
  const barcode = `${text.slice(0, 4)}${text.slice(32)}${free}`
  return isBarcode(barcode) && digitableLineOf(barcode) === text
}
