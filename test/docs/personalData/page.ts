// The page about personal data, and what its blocks of code do.
import { stripTypeScriptTypes } from "node:module"
import type { Billing } from "../../../src/promises/index.ts"
import { read } from "../../tidy/source.ts"
import { fencesOf } from "../fences.ts"

export const page = read("docs/personal-data.md").text

/** The block with these words behind its fence. */
export const textOf = (wanted: string): string =>
  fencesOf(page).find(({ info }) => info === wanted)?.text ?? ""

const codeOfPage = ["ts give", "ts forget"].map(textOf)

interface Functions {
  readonly dataOfUser: (billing: Billing, userId: string) => Promise<object>
  readonly dataOfCustomer: (
    billing: Billing,
    organizationId: string,
  ) => Promise<{ readonly subscriptions: ReadonlyArray<{ readonly subscriptionId: string }> }>
  readonly forgetUser: (billing: Billing, userId: string) => Promise<void>
  readonly forgetCustomer: (
    billing: Billing,
    organizationId: string,
    removeCard: (gatewayReference: string) => Promise<void>,
  ) => Promise<void>
}

const all: Functions = Object.assign(
  {},
  ...(await Promise.all(
    codeOfPage.map(
      (text) => import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(text))}`),
    ),
  )),
)
export const { dataOfUser, dataOfCustomer, forgetUser, forgetCustomer } = all
