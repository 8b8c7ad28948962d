// Billing in a framework of classes, such as Nest: a provider that has billing, a controller that calls it, and a filter
// for what a rule refuses. The decorators of the framework go where the comments are.
import type { Billing, BillingOptions, BillingRejected } from "studio-billing/promises"
import { createBilling } from "studio-billing/promises"

/** `@Injectable()`. The framework gives it the ports, and calls `onModuleDestroy` when it stops. */
export class BillingService {
  readonly billing: Billing
  constructor(ports: BillingOptions) {
    this.billing = createBilling(ports)
  }
  onModuleDestroy = (): Promise<void> => this.billing.close()
}

type SignUp = { name: string; cardToken: string; planId: string; planIntervalId: string }

/** `@Controller("customers")`. */
export class CustomersController {
  readonly #billing: Billing
  constructor({ billing }: BillingService) {
    this.#billing = billing
  }
  /** `@Post()`. */
  async signUp({ name, cardToken, ...plan }: SignUp) {
    const { organizations, paymentMethods, subscriptions } = this.#billing
    const { organizationId } = await organizations.create({ name, currency: "BRL", status: "ACTIVE" })
    const { paymentMethodId } = await paymentMethods.add({ organizationId, type: "CARD", cardToken })
    await subscriptions.create({ organizationId, paymentMethodId, ...plan })
    return subscriptions.previewUpcomingInvoice({ organizationId })
  }
  /** `@Post(":organizationId/invoices/:invoiceId/pay")`. */
  pay = (params: { organizationId: string; invoiceId: string }) => this.#billing.invoices.pay(params)
}

/** `@Catch(BillingRejected)`. */
export const refusalFilter = { catch: ({ status, body }: BillingRejected) => ({ status, body }) }
