// One plan: what it costs by interval and by meter, who is on it, and whether more can be.
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import type { Plan } from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { Id } from "../../parts/Id.tsx"
import { ActRefused, Button, Section, Table } from "../../parts/parts.tsx"
import { hrefOf } from "../../route.ts"
import { priceInWords, termsInWords } from "./pricesInWords.ts"

/** A plan as a card. */
export const PlanCard = ({ plan }: { readonly plan: Plan }) => {
  const { planId, name, description, status, intervals, prices, liveSubscriptions } = plan
  const act = useAct()
  const isOpen = status === "ACTIVE"
  const hasTerms = intervals.some((interval) => termsInWords(interval) !== "")
  return (
    <Section
      title={name}
      aside={
        <span class="buttons">
          <Button
            act={act}
            kind="small"
            label={`${isOpen ? "Retire" : "Reopen"} ${name}`}
            work={async () => {
              await control("PATCH", `/plans/${planId}`, { status: isOpen ? "INACTIVE" : "ACTIVE" })
              return isOpen ? `Nobody can subscribe to ${name} any more.` : `${name} can be subscribed to.`
            }}
          >
            {isOpen ? "Retire" : "Reopen"}
          </Button>
          <Chip status={status} />
        </span>
      }
    >
      <p>{description}</p>
      <p class="muted">
        <Id id={planId} /> ·{" "}
        {liveSubscriptions === 0 ? (
          "nobody is subscribed"
        ) : (
          <a href={hrefOf(["organizations"], { planId })}>
            {liveSubscriptions === 1
              ? "one organization is subscribed"
              : `${liveSubscriptions.toLocaleString("en")} organizations are subscribed`}
          </a>
        )}
      </p>
      <Table
        label={`Fees of ${name}`}
        head={["Interval", "Fee", ...(hasTerms ? ["Terms"] : [])]}
        numbers={[1]}
      >
        {intervals.map((interval) => (
          <tr key={interval.id}>
            <th scope="row">{interval.interval.toLowerCase()}</th>
            <td class="number">{formatMoney(interval.amount, interval.currency)}</td>
            {hasTerms && <td>{termsInWords(interval)}</td>}
          </tr>
        ))}
      </Table>
      {prices.length > 0 && (
        <details>
          <summary>Prices of usage</summary>
          <Table label={`Prices of ${name}`} head={["Meter", "Price"]}>
            {prices.map((price) => (
              <tr key={`${price.meter} ${price.currency}`}>
                <th scope="row">{price.name}</th>
                <td>{priceInWords(price)}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
      <ActRefused act={act} />
    </Section>
  )
}
