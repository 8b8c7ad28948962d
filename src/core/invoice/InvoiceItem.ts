// An invoice item: a one-off charge, such as a set-up, that stands on the next invoice of a subscription.
import * as Result from "effect/Result"
import { isText } from "../isText.ts"
import { isAmount } from "../money/Money.ts"

/** A one-off charge of a subscription, in its currency: `quantity` times `unitPrice` minor units. */
export interface InvoiceItem {
  readonly itemId: string
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly createdAt: number
}

/** How many items of a subscription may wait for an invoice. */
export const UNBILLED_ITEMS_MAX = 200

/** A member of an item is not valid: its value. */
export interface InvoiceItemInvalid {
  readonly _tag: "InvoiceItemInvalid"
  readonly member: "itemId" | "name" | "unitPrice" | "quantity"
  readonly value: string | number
}

/**
 * Checks an item: id and name are texts of 1 to 200 characters that every store can keep, price and quantity are whole
 * numbers from 1 up, and their product is an amount. What gives money back is a voucher, and no item.
 */
export const check = <A extends Omit<InvoiceItem, "createdAt">>(
  item: A,
): Result.Result<A, InvoiceItemInvalid> => {
  const { itemId, name, unitPrice, quantity } = item
  const invalid = (member: InvoiceItemInvalid["member"]): Result.Result<never, InvoiceItemInvalid> =>
    Result.fail({ _tag: "InvoiceItemInvalid", member, value: item[member] })
  if (!isText(itemId)) return invalid("itemId")
  if (!isText(name)) return invalid("name")
  if (!Number.isSafeInteger(unitPrice) || unitPrice < 1) return invalid("unitPrice")
  if (!Number.isSafeInteger(quantity) || quantity < 1) return invalid("quantity")
  return isAmount(unitPrice * quantity) ? Result.succeed(item) : invalid("quantity")
}

/** Tells whether two items of one id bill the same. */
export const isSame = (a: Omit<InvoiceItem, "createdAt">, b: Omit<InvoiceItem, "createdAt">): boolean =>
  a.name === b.name && a.unitPrice === b.unitPrice && a.quantity === b.quantity
