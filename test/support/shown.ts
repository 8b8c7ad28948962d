// Everything that a simulator shows of organizations: each GET of the contract and of the control plane, by path. Two
// worlds that show the same are the same, as far as a client can tell; what is refused leaves it as it was.

import type { Answer, Client } from "./simulator.ts"
import { seeded } from "./simulator.ts"

/** Statuses and bodies by path. */
export type Shown = Readonly<Record<string, { readonly status: number; readonly json: unknown }>>

/** Which request caused what differs from one run of the same life cycle to the next. */
const withoutRequestIds = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json ?? null, (name, value: unknown) => (name === "requestId" ? undefined : value)),
  )

const idsOf = ({ json }: Answer, member: string): ReadonlyArray<string> =>
  (json?.data ?? []).map((record: Record<string, string>) => record[member])

const lists = ["/payment-methods", "/subscriptions/history", "/invoices", "/vouchers", "/coupons"] as const
const singles = ["/subscriptions", "/subscriptions/upcoming-invoice", "/billing-threshold"] as const

/** Asks for everything that there is to see of these organizations, each of which has a user. */
export const everythingShown = async (
  client: Client,
  organizationIds: ReadonlyArray<string> = [seeded.organizationId, seeded.american],
): Promise<Shown> => {
  const shown: Record<string, Shown[string]> = {}
  const show = async (path: string, token?: string): Promise<Answer> => {
    const answer = await client.call("GET", path, token === undefined ? {} : { token })
    shown[path] = { status: answer.status, json: withoutRequestIds(answer.json) }
    return answer
  }
  /** Every page of a list; gives the ids of its records. */
  const showList = async (path: string, member: string, token?: string): Promise<ReadonlyArray<string>> => {
    const ids: Array<string> = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await show(`${path}?limit=100&page=${page}`, token)
      pages = answer.json.meta?.totalPages ?? 0
      ids.push(...idsOf(answer, member))
    }
    return ids
  }
  const idOf = {
    "/payment-methods": "paymentMethodId",
    "/subscriptions/history": "subscriptionId",
    "/invoices": "invoiceId",
    "/vouchers": "voucherId",
    "/coupons": "code",
  }
  for (const organizationId of organizationIds) {
    const token = await client.token({ organizationId })
    const base = `/studio/organizations/${organizationId}`
    for (const path of singles) await show(base + path, token)
    for (const path of lists) {
      const ids = await showList(base + path, idOf[path], token)
      if (path === "/coupons") continue
      const single = path === "/subscriptions/history" ? "/subscriptions" : path
      for (const id of ids) await show(`${base}${single}/${id}`, token)
      if (path !== "/vouchers") continue
      for (const id of ids) await showList(`${base}${path}/${id}/usages`, "", token)
    }
    await show(`/_simulator/organizations/${organizationId}/usage`)
  }
  const token = await client.token()
  await showList("/studio/plans", "planId", token)
  for (const code of ["WELCOME10", "HALF3", "FIXED20", "LASTONE"]) {
    await show(`/studio/coupons/${code}/availability`, token)
  }
  await showList("/_simulator/charges", "attemptId")
  for (const path of ["/_simulator/health", "/_simulator/clock", "/_simulator/otps"]) await show(path)
  return shown
}
