// Cases of boleto dates: weekends, holidays, the end of the day in São Paulo, and its summer time, which ended in 2019.
import type { Chance } from "../../support/random.ts"
import { type Call, percent, type Subject } from "./Case.ts"
import { type Boleto, boletoDates, KNOWN_FROM } from "./naive/boletoDates.ts"

const DAY = 86_400_000

const issued = (at: string | number, members: Partial<Boleto> = {}): Call => {
  const input: Boleto = {
    issuedAt: typeof at === "number" ? at : Date.parse(at),
    slipDueDays: 3,
    settlementLagBusinessDays: 2,
    holidays: [],
    ...members,
  }
  return { function: "boletoDates", input }
}

const named: Subject["named"] = {
  "on a Monday": issued("2025-03-10T12:00:00.000Z"),
  "due on a Saturday: the Monday after": issued("2025-03-12T12:00:00.000Z"),
  "due on a Sunday: the Monday after": issued("2025-03-13T12:00:00.000Z"),
  "due on a Friday, settled by Tuesday": issued("2025-03-11T12:00:00.000Z"),
  "still the day before in São Paulo": issued("2025-03-11T02:59:59.999Z"),
  "the first instant of a day in São Paulo": issued("2025-03-11T03:00:00.000Z"),
  "over Christmas and a weekend": issued("2025-12-22T12:00:00.000Z", {
    holidays: ["2025-12-25", "2025-12-26"],
  }),
  "a holiday on the Monday after": issued("2025-03-12T12:00:00.000Z", { holidays: ["2025-03-17"] }),
  "a holiday while it settles": issued("2025-03-11T12:00:00.000Z", { holidays: ["2025-03-17"] }),
  "a holiday on a Sunday changes nothing": issued("2025-03-12T12:00:00.000Z", { holidays: ["2025-03-16"] }),
  "a holiday on the day of issue changes nothing": issued("2025-03-10T12:00:00.000Z", {
    holidays: ["2025-03-10"],
  }),
  "a week of holidays": issued("2025-04-14T12:00:00.000Z", {
    holidays: ["2025-04-17", "2025-04-18", "2025-04-21", "2025-04-22", "2025-04-23"],
  }),
  "due at once": issued("2025-03-10T12:00:00.000Z", { slipDueDays: 0 }),
  "due at once, on a Saturday": issued("2025-03-15T12:00:00.000Z", { slipDueDays: 0 }),
  "no time to settle": issued("2025-03-10T12:00:00.000Z", { settlementLagBusinessDays: 0 }),
  "ten business days to settle": issued("2025-03-10T12:00:00.000Z", { settlementLagBusinessDays: 10 }),
  "over the end of February": issued("2025-02-26T12:00:00.000Z"),
  "due on 29 February": issued("2028-02-26T12:00:00.000Z"),
  "over the end of a year": issued("2025-12-30T12:00:00.000Z"),
  "the day before summer time begins: the day ends at 3 in UTC": issued("2018-11-01T12:00:00.000Z", {
    slipDueDays: 1,
  }),
  "due in the first week of summer time: the day ends at 2 in UTC": issued("2018-11-03T12:00:00.000Z", {
    slipDueDays: 2,
  }),
  "the last Friday of summer time": issued("2019-02-13T12:00:00.000Z", { slipDueDays: 2 }),
  "settles after summer time has ended": issued("2019-02-14T12:00:00.000Z", { slipDueDays: 1 }),
  "due after summer time has ended": issued("2019-02-15T12:00:00.000Z"),
  "issued in the hour that came twice, first": issued("2019-02-17T01:30:00.000Z"),
  "issued in the hour that came twice, again": issued("2019-02-17T02:30:00.000Z"),
  "midnight that summer time left out": issued("2018-11-04T03:00:00.000Z"),
  "the year after summer time: nothing changes": issued("2019-11-02T12:00:00.000Z"),
  "an instant before the first": issued(-1),
  "1970 in UTC, 1969 in São Paulo": issued(10_799_999),
  "an instant after the last": issued(253_402_300_800_000),
  "half a millisecond": issued(0.5),
  "due after the last date": issued("9999-12-30T12:00:00.000Z"),
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const random = (chance: Chance): Call => {
  // From 2014 to 2019, when there was summer time, and on to 2065; half of them in the hours around midnight.
  const days = percent(chance, 50) ? chance.below(1900) : chance.below(18_600)
  const at = KNOWN_FROM + DAY + days * DAY
  const time = percent(chance, 50) ? chance.below(3 * 3_600_000) : chance.below(DAY)
  const holidays = Array.from({ length: chance.below(5) }, () => dateOf(at + chance.below(12) * DAY))
  return issued(at + time, {
    slipDueDays: percent(chance, 60) ? 3 : chance.below(8),
    settlementLagBusinessDays: percent(chance, 60) ? 2 : chance.below(6),
    holidays: [...new Set(holidays)].sort(),
  })
}

/** The vectors of boleto dates. */
export const boletoSubject: Subject = {
  file: "boleto-dates",
  about:
    "When a boleto falls due, until when it can be paid and when it is given up, by the São Paulo calendar.",
  functions: { boletoDates },
  named,
  randomCases: 300,
  random,
}
