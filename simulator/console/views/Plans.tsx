// The plans with their prices and how many are subscribed to each, the coupons, and forms that make more of both.
import { accountTopics, useCoupons, usePlans } from "../data/account.ts"
import { Empty } from "../parts/parts.tsx"
import { Coupons } from "./catalogue/Coupons.tsx"
import { NewCoupon } from "./catalogue/NewCoupon.tsx"
import { NewPlan } from "./catalogue/NewPlan.tsx"
import { PlanCard } from "./catalogue/PlanCard.tsx"

/** `#/plans`. */
export const Plans = () => {
  const plans = usePlans(accountTopics)
  const coupons = useCoupons()
  return (
    <>
      <h1>Plans</h1>
      {plans.length === 0 && <Empty>There is none. Make one below.</Empty>}
      <div class="pair">
        {plans.map((plan) => (
          <PlanCard key={plan.planId} plan={plan} />
        ))}
      </div>
      <NewPlan />
      <Coupons coupons={coupons} plans={plans} />
      <NewCoupon plans={plans} />
    </>
  )
}
