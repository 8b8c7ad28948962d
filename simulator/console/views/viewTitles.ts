// The views of the console: their names in the address and their titles, in the order of the navigation.

/** Every view. */
export const viewTitles = [
  ["", "Start"],
  ["organizations", "Organizations"],
  ["plans", "Plans"],
  ["inbox", "Inbox"],
  ["events", "Events"],
  ["webhooks", "Webhooks"],
  ["requests", "Requests"],
  ["faults", "Faults"],
  ["assumptions", "Assumptions"],
  ["time", "Time"],
] as const
