// Stores whose claims are wrong, each by one fault, over a good one.
import * as Effect from "effect/Effect"
import type { DueClaim } from "../../../../src/index.ts"
import type { Broken, Store } from "./commits.ts"

/** A store that remembers which claims it gave, by organization, and where they were moved to. */
const remembering = (good: Store) => {
  const known = new Map<string, DueClaim>()
  const remember = (claim: DueClaim): void => void known.set(claim.organizationId, claim)
  const isKnown = ({ organizationId, until }: DueClaim): boolean => known.get(organizationId)?.until === until
  return {
    known,
    claimDue: (list: Parameters<Store["claimDue"]>[0]) =>
      Effect.tap(good.claimDue(list), (claims) => Effect.sync(() => claims.forEach(remember))),
    moveClaims: (claims: ReadonlyArray<DueClaim>, until: number) =>
      Effect.andThen(
        good.moveClaims(claims, until),
        Effect.sync(() => {
          for (const claim of claims.filter(isKnown)) remember({ ...claim, until })
        }),
      ),
  }
}

interface Hidden {
  readonly at: number
  readonly claim: DueClaim
  readonly now: number
  readonly list: Parameters<Store["claimDue"]>[0]
}

/** Claims of which some are hidden by an earlier claim of the same organization. */
const hiding = (good: Store, isHidden: (found: Hidden) => boolean): Partial<Store> => {
  const { known, claimDue, moveClaims } = remembering(good)
  return {
    claimDue: (list) =>
      Effect.suspend(() => {
        const before = new Map(known)
        return Effect.map(claimDue(list), (claims) =>
          claims.filter(({ organizationId, at }) => {
            const claim = before.get(organizationId)
            return claim === undefined || !isHidden({ at, claim, now: list.now, list })
          }),
        )
      }),
    moveClaims,
  }
}

/** By the case that they fail. */
export const brokenClaims: Broken = {
  "a claim takes what is due, the earliest first": (good) => ({
    claimDue: (list) => good.claimDue({ ...list, limit: list.limit + 1 }),
  }),
  // It looks first, and takes what it saw a moment later.
  "of many that claim at once each gets others": (good) => ({
    claimDue: (list) =>
      Effect.gen(function* () {
        const seen = yield* good.claimDue(list)
        for (const claim of seen) yield* good.moveClaims([claim], claim.at)
        yield* Effect.yieldNow
        yield* good.claimDue(list)
        return seen
      }),
  }),
  // It ends a moment before it says so.
  "a claim ends when its lease does": (good) => ({
    claimDue: (list) =>
      Effect.map(good.claimDue({ ...list, leaseMillis: list.leaseMillis - 1 }), (claims) =>
        claims.map((claim) => ({ ...claim, until: claim.until + 1 })),
      ),
    moveClaims: (claims, until) =>
      good.moveClaims(
        claims.map((claim) => ({ ...claim, until: claim.until - 1 })),
        until,
      ),
  }),
  "what was claimed before comes after what waited longer": (good) => ({
    claimDue: (list) => Effect.map(good.claimDue(list), (claims) => claims.toSorted((a, b) => a.at - b.at)),
  }),
  // A claim stands until its lease ends, though a commit said later.
  "a commit that says later ends a claim": (good) =>
    hiding(good, ({ at, claim, now }) => at > claim.at && claim.until > now),
  // It comes back where the organization is due as before.
  "a claim that a commit ended stays ended": (good) =>
    hiding(
      good,
      ({ at, claim, now, list }) =>
        at <= claim.at && claim.until > now && claim.until - list.leaseMillis <= now + list.clockSkewMillis,
    ),
  "a claim of a clock that was wrong counts as none": (good) => ({
    claimDue: (list) => good.claimDue({ ...list, clockSkewMillis: Number.MAX_SAFE_INTEGER / 2 }),
  }),
  // Every commit ends the claim.
  "a claimed organization can be changed by others, and stays claimed while it is due": (good) => {
    const { known, claimDue, moveClaims } = remembering(good)
    const ended = (organizationId: string) => {
      const claim = known.get(organizationId)
      return claim === undefined ? Effect.void : good.moveClaims([claim], 0)
    }
    return {
      claimDue,
      moveClaims,
      commit: (commit) =>
        Effect.andThen(
          good.commit(commit),
          Effect.forEach(commit.due, ({ organizationId }) => ended(organizationId), { discard: true }),
        ),
    }
  },
  "claims end where they are moved to": () => ({ moveClaims: () => Effect.void }),
  // It moves the claim of the organization, whoever has it.
  "a worker moves no claim of another one": (good) => {
    const { known, claimDue, moveClaims } = remembering(good)
    return {
      claimDue,
      moveClaims: (claims, until) =>
        Effect.suspend(() =>
          moveClaims(
            claims.flatMap(({ organizationId }) => known.get(organizationId) ?? []),
            until,
          ),
        ),
    }
  },
  "what is due has what is claimed as well": (good) => {
    const { known, claimDue, moveClaims } = remembering(good)
    return {
      claimDue,
      moveClaims,
      due: (list) =>
        Effect.map(good.due(list), (found) =>
          found.filter(({ organizationId }) => (known.get(organizationId)?.until ?? 0) <= list.until),
        ),
    }
  },
}
