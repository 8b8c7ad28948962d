// The customers that are billed, their people, and how they pay.
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { Loaded } from "../../app/execution/decideAndCommit.ts"
import type { StoreBusy } from "../../app/execution/retryConflicts.ts"
import type { OtpDeliveryReport } from "../../app/otp-delivery/deliverOtps.ts"
import type { RemovePaymentMethod } from "../../app/payment-methods/removePaymentMethod.ts"
import type { AlreadyExists } from "../../app/provisioning/commitNew.ts"
import type { CreateOrganization } from "../../app/provisioning/createOrganization.ts"
import type { CreateUser } from "../../app/provisioning/createUser.ts"
import type { UpdateOrganization } from "../../app/provisioning/updateOrganization.ts"
import type { UpdateUser } from "../../app/provisioning/updateUser.ts"
import type { EndSession } from "../../app/sessions/endSession.ts"
import type { OpenSession } from "../../app/sessions/listSessions.ts"
import type { Authenticate } from "../../app/sign-in/authenticate.ts"
import type { RequestedOtp, RequestOtp } from "../../app/sign-in/requestOtp.ts"
import type { SignIn, SignInRejection } from "../../app/sign-in/signIn.ts"
import type { SwitchOrganization, SwitchRejection } from "../../app/sign-in/switchOrganization.ts"
import type { Tokens } from "../../app/sign-in/tokens.ts"
import type { ValidateOtp } from "../../app/sign-in/validateOtp.ts"
import type { Profile } from "../../app/sign-in/viewProfile.ts"
import type { Account } from "../../core/billing/Account.ts"
import type { LifecycleRejection } from "../../core/billing/subscriptions/Lifecycle.ts"
import type {
  AccessRejection,
  Caller,
  InvalidOrganization,
  InvalidUser,
  Organization,
  OrganizationNotFound,
  User,
  UserNotFound,
} from "../../core/identity/Access.ts"
import type { OtpAddressRejection } from "../../core/identity/OtpAddress.ts"
import type { TokenInvalid, TokenReused } from "../../core/identity/Session.ts"
import type {
  BillingDetailRequired,
  PaymentMethod,
  PaymentMethodInUse,
  PaymentMethodLimitReached,
  PaymentMethodNotFound,
} from "../../core/payment-method/PaymentMethod.ts"
import type { Page } from "../../ports/BillingStore.ts"
import type { UndeliveredOtp } from "../../ports/OtpSender.ts"
import type { CardTokenInvalid, GatewayUnavailable } from "../../ports/PaymentGateway.ts"
import type { AccessTokenInvalid } from "../../ports/TokenIssuer.ts"
import type { Call } from "../Call.ts"
import type {
  AddPaymentMethodWish,
  OrganizationRef,
  Paged,
  UpdatePaymentMethodWish,
  Wish,
} from "../requests.ts"

/** The customers that are billed. */
export interface OrganizationsApi {
  /** Creates an organization that has nothing yet. Without an id it gets a new one. */
  readonly create: Call<Wish<CreateOrganization>, Organization, InvalidOrganization | AlreadyExists>
  /** Changes an organization. In an `INACTIVE` one `auth.authenticate` permits nothing; its billing goes on. */
  readonly update: Call<
    UpdateOrganization,
    Organization,
    InvalidOrganization | OrganizationNotFound | StoreBusy
  >
  /** The account as it was committed: subscription, invoices that are open, vouchers, payment methods. */
  readonly getAccount: Call<OrganizationRef, Account, OrganizationNotFound>
}

/** The people of organizations; only sign-in needs them. */
export interface UsersApi {
  /** Creates a user of existing organizations, with an address that no other user has. */
  readonly create: Call<Wish<CreateUser>, User, InvalidUser | OrganizationNotFound | AlreadyExists>
  /** Changes a user. `memberships` takes the place of all; who has none of an organization is out of it at once. */
  readonly update: Call<
    UpdateUser,
    User,
    InvalidUser | UserNotFound | OrganizationNotFound | AlreadyExists | StoreBusy
  >
  /** A user with its organizations and permissions. */
  readonly get: Call<{ readonly userId: string }, Profile, UserNotFound>
}

/** How an organization pays. */
export interface PaymentMethodsApi {
  /** Stores a card or a boleto. The first method is the default. What is owed may be charged with it at once. */
  readonly add: Call<
    AddPaymentMethodWish,
    PaymentMethod,
    | PaymentMethodLimitReached
    | CardTokenInvalid
    | GatewayUnavailable
    | Loaded<LifecycleRejection>
    | ApplyDueRejection
  >
  /** One payment method. */
  readonly get: Call<RemovePaymentMethod, PaymentMethod, PaymentMethodNotFound | OrganizationNotFound>
  /** A page of payment methods. */
  readonly list: Call<OrganizationRef & Paged, Page<PaymentMethod>, OrganizationNotFound>
  /** Makes a method the default, or changes its billing details. */
  readonly update: Call<
    UpdatePaymentMethodWish,
    PaymentMethod,
    PaymentMethodNotFound | BillingDetailRequired | ApplyDueRejection
  >
  /** Removes a method. A subscription that used it is charged by the default from now on. */
  readonly remove: Call<
    RemovePaymentMethod,
    void,
    PaymentMethodNotFound | PaymentMethodInUse | Loaded<LifecycleRejection> | ApplyDueRejection
  >
}

/** Sign-in by codes, for a service that has no sign-in of its own. */
export interface AuthApi {
  /** Sends a code to an address. A known and an unknown address get the same answers. */
  readonly requestOtp: Call<RequestOtp, RequestedOtp, OtpAddressRejection | StoreBusy>
  /** Sends the codes that wait because their sender did not take them: for a schedule of your own. An engine does so by itself. */
  readonly deliverOtps: Call<Readonly<Record<never, never>>, OtpDeliveryReport, never>
  /** The codes that were given up, oldest first, 20 of them by default: somebody could not sign in. */
  readonly listUndeliveredOtps: Call<{ readonly limit?: number }, ReadonlyArray<UndeliveredOtp>, never>
  /** Forgets those that an operator has seen; a sweep forgets the others after 30 days. */
  readonly dismissUndeliveredOtps: Call<{ readonly otps: ReadonlyArray<UndeliveredOtp> }, void, never>
  /** Verifies a code, and with it the address. */
  readonly validateOtp: Call<ValidateOtp, void, OtpAddressRejection | StoreBusy>
  /** Exchanges a verified code for tokens. */
  readonly signIn: Call<Wish<SignIn>, Tokens, SignInRejection | StoreBusy>
  /** Exchanges a refresh token for new tokens. */
  readonly refresh: Call<{ readonly refreshToken: string }, Tokens, TokenInvalid | TokenReused | StoreBusy>
  /** Ends the session of a refresh token. */
  readonly signOut: Call<{ readonly refreshToken: string }, void, StoreBusy>
  /** The caller of the header `authorization`, who may do what is required; otherwise a refusal. */
  readonly authenticate: Call<Wish<Authenticate>, Caller, AccessTokenInvalid | AccessRejection>
  /** Tokens of the same session for another organization of the user. */
  readonly switchOrganization: Call<Wish<SwitchOrganization>, Tokens, SwitchRejection | StoreBusy>
}

/** The sessions of users. */
export interface SessionsApi {
  /** The open sessions of a user, the one used last first. */
  readonly list: Call<{ readonly userId: string }, ReadonlyArray<OpenSession>, never>
  /** Ends a session. One that is unknown, of another user or ended succeeds and changes nothing. */
  readonly end: Call<EndSession, void, StoreBusy>
}
