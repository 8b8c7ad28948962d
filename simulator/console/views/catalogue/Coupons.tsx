// The coupons of the world: what each gives, for how long, to whom, how often it was taken, and whether it can be.
import { type Act, useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import type { Coupon, Plan } from "../../data/shapes.ts"
import { worldNow } from "../../data/world.ts"
import { formatMoney } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { ActRefused, Button, Empty, Section, Table } from "../../parts/parts.tsx"
import { formatDay } from "../../time.ts"
import { shortId, words } from "../../words.ts"

/** All of them as a table. */
export const Coupons = (props: {
  readonly coupons: ReadonlyArray<Coupon>
  readonly plans: ReadonlyArray<Plan>
}) => {
  const { coupons, plans } = props
  const act = useAct()
  const limitsOf = ({ planIds, redeemBy, maxRedemptions }: Coupon): string =>
    [
      planIds === null ? null : `for ${planIds.map((id) => nameOf(plans, id)).join(", ")}`,
      redeemBy === null ? null : `until ${formatDay(redeemBy)}`,
      maxRedemptions === null ? null : `${maxRedemptions.toLocaleString("en")} times at most`,
    ]
      .filter((text) => text !== null)
      .join(", ")
  return (
    <Section title="Coupons">
      {coupons.length === 0 && <Empty>There is none. Make one below.</Empty>}
      {coupons.length > 0 && (
        <Table
          label="Coupons"
          head={["Code", "Name", "Off", "For", "Status", "Redeemed", "Limits", "Actions"]}
          numbers={[5]}
        >
          {coupons.map((coupon) => (
            <tr key={coupon.code}>
              <th scope="row">
                <code>{coupon.code}</code>
              </th>
              <td>{coupon.name}</td>
              <td>{offOf(coupon)}</td>
              <td>{durationOf(coupon)}</td>
              <td>
                <Chip status={coupon.status} />
              </td>
              <td class="number">{coupon.timesRedeemed.toLocaleString("en")}</td>
              <td>{limitsOf(coupon)}</td>
              <td class="buttons">
                <Ending act={act} coupon={coupon} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <ActRefused act={act} />
    </Section>
  )
}

/** Ends a coupon now, or takes its end away. */
const Ending = ({ act, coupon }: { readonly act: Act; readonly coupon: Coupon }) => {
  const { code, status } = coupon
  const isOver = status === "EXPIRED"
  return (
    <Button
      act={act}
      kind="small"
      label={`${isOver ? "Reopen" : "End"} ${code}`}
      work={async () => {
        const redeemBy = isOver ? null : new Date(worldNow() ?? 0).toISOString()
        await control("PATCH", `/coupons/${encodeURIComponent(code)}`, { redeemBy })
        return isOver ? `${code} can be redeemed until it is ended.` : `Nobody can redeem ${code} any more.`
      }}
    >
      {isOver ? "Reopen" : "End"}
    </Button>
  )
}

const nameOf = (plans: ReadonlyArray<Plan>, planId: string): string =>
  plans.find((plan) => plan.planId === planId)?.name ?? shortId(planId)

const offOf = ({ type, amount, currency }: Coupon): string =>
  type === "PERCENTAGE" || currency === null ? `${amount} %` : formatMoney(amount, currency)

const durationOf = ({ duration, durationInMonths }: Coupon): string =>
  duration === "REPEATING" ? `${durationInMonths} months` : words(duration)
