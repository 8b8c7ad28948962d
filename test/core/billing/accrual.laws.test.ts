import { describe, it } from "vitest"
import { Accrual, Proration, Rating } from "../../../src/index.ts"
import { accrualLaws } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"

describe("accrual keeps the law (2, 13 and 19)", () => {
  it.each(accrualLaws({ ...Accrual, ...Proration, ...Rating }))("$name", ({ check }) =>
    check({ numRuns: runs(2000) }),
  )
})
