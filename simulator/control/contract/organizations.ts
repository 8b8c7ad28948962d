// Organizations and their users: listed, looked at, and made as an account manager would make them. GAP-101, GAP-111
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { pageOf, paging, Text, Uuid, WireSubscription } from "../../../src/api/index.ts"
import { Permission } from "../../../src/index.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"
import { OrganizationChange, OrganizationWish, UserChange, UserWish } from "./records.ts"

/** An organization. */
export const Organization = Schema.Struct({
  organizationId: Schema.String,
  name: Schema.String,
  currency: Schema.String,
  status: Schema.Literals(["ACTIVE", "INACTIVE"]),
}).annotate({ identifier: "Organization" })

/** An organization in the list of them, with its live subscription, or else the one that ended last. */
export const ListedOrganization = Schema.Struct({
  ...Organization.fields,
  subscription: Schema.NullOr(
    Schema.Struct({
      subscriptionId: Schema.String,
      status: WireSubscription.fields.status,
      planName: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "ListedOrganization" })
export type ListedOrganization = typeof ListedOrganization.Type

const permissions = Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS))

/** A user of an organization, with what it may do there. */
export const Member = Schema.Struct({
  userId: Schema.String,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  permissions,
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

/** An organization with its users. */
export const OrganizationDetail = Schema.Struct({
  ...Organization.fields,
  users: Schema.Array(Member),
}).annotate({ identifier: "OrganizationDetail" })
export type OrganizationDetail = typeof OrganizationDetail.Type

/** A user with all that it is a member of. */
export const User = Schema.Struct({
  userId: Schema.String,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  memberships: Schema.Array(Schema.Struct({ organizationId: Schema.String, permissions })),
}).annotate({ identifier: "User" })

/** The calls about organizations and users. */
export const organizations = HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("list", "/organizations", {
      query: {
        ...paging,
        search: Schema.optionalKey(Text),
        planId: Schema.optionalKey(Uuid),
        subscriptionStatus: Schema.optionalKey(WireSubscription.fields.status),
      },
      success: pageOf(ListedOrganization),
    }).annotateMerge(
      call({
        summary: "List organizations",
        description:
          "Lists the organizations as they stand. `search` leaves those with this part in their name or id, in upper or lower case, `planId` those with a live subscription to this plan, and `subscriptionStatus` those whose `subscription` has this status.",
        answer: "Organizations, oldest first, each with its `subscription`.",
      }),
    ),
    HttpApiEndpoint.post("create", "/organizations", {
      payload: OrganizationWish,
      success: Organization.pipe(HttpApiSchema.status(201)),
      error: failsWith("organization.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make an organization",
        answer: "The organization.",
        body: { name: "Nova Ltda", currency: "BRL" },
      }),
    ),
    HttpApiEndpoint.get("view", "/organizations/:organizationId", {
      params: { organizationId: Schema.String },
      success: OrganizationDetail,
      error: failsWith("organization.not_found"),
    }).annotateMerge(call({ summary: "View an organization", answer: "The organization and its `users`." })),
    HttpApiEndpoint.patch("update", "/organizations/:organizationId", {
      params: { organizationId: Schema.String },
      payload: OrganizationChange,
      success: Organization,
      error: failsWith("organization.not_found", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Change an organization",
        description:
          "Changes an organization; what is left out stays. In an `INACTIVE` one no call of `/studio` is answered, and its billing goes on.",
        answer: "The organization as it is now.",
        body: { status: "INACTIVE" },
      }),
    ),
    HttpApiEndpoint.post("createUser", "/users", {
      payload: UserWish,
      success: User.pipe(HttpApiSchema.status(201)),
      error: failsWith("organization.not_found", "user.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make a user",
        answer: "The user.",
        body: {
          email: "ana@example.com",
          memberships: [{ organizationId: "0190a000-0000-7000-8000-000000000001" }],
        },
      }),
    ),
    HttpApiEndpoint.patch("updateUser", "/users/:userId", {
      params: { userId: Schema.String },
      payload: UserChange,
      success: User,
      error: failsWith("user.not_found", "organization.not_found", "user.already_exists", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Change a user",
        description:
          "Changes a user; what is left out stays, and `memberships` takes the place of all. Another address is not verified unless `emailVerified` says so.",
        answer: "The user as it is now.",
        body: { memberships: [] },
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Organizations", description: "Customers and their users." }))
