// What one wants to do, and the pages that say how. A test holds that every page is in it.

const item = (text: string, link: string) => ({ text, link })

/** The groups of the sidebar. */
export const sidebar = [
  {
    text: "Try it",
    items: [
      item("Start", "/start"),
      item("The simulator", "/simulator"),
      item("Running it", "/simulator/running"),
      item("The console", "/simulator/console"),
      item("Pictures of the console", "/pictures/README"),
      item("A year, amount by amount", "/golden-year"),
      item("A year in advance", "/golden-year-in-advance"),
    ],
  },
  {
    text: "Test a client of the API",
    items: [
      item("In tests", "/simulator/in-tests"),
      item("Tutorial: test a checkout", "/tutorials/checkout"),
      item("Recipes", "/recipes"),
      item("The typed client", "/client"),
      item("Refusals", "/errors"),
      item("The seed and its cards", "/simulator/seed"),
      item("Time", "/simulator/time"),
      item("Faults", "/simulator/faults"),
      item("Worlds and state", "/simulator/worlds-and-state"),
      item("Control plane", "/simulator/control-plane"),
      item("Calling it", "/simulator/calling"),
      item("Watching it", "/simulator/watching"),
      item("Audit", "/simulator/audit"),
      item("For agents (MCP)", "/simulator/mcp"),
      item("Assumptions", "/simulator/assumptions"),
    ],
  },
  {
    text: "Build it into a service",
    items: [
      item("Tutorial: embed the rules", "/tutorials/embed"),
      item("Tutorial: move a product in", "/tutorials/move"),
      item("Without knowing Effect", "/promises"),
      item("On Effect", "/embedding"),
      item("A server of your own", "/server"),
      item("PostgreSQL", "/postgres"),
      item("Running it on PostgreSQL", "/operations"),
      item("Questions to the database", "/queries"),
      item("Gateways", "/gateways"),
      item("Webhooks", "/webhooks"),
      item("Observability", "/observability"),
      item("Moving customers in", "/import"),
      item("What happens to money", "/payments"),
      item("The policy", "/policy"),
    ],
  },
  {
    text: "Prove it",
    items: [
      item("Tutorial: your invoice function", "/tutorials/laws"),
      item("Laws and contracts", "/testing"),
      item("Vectors for any language", "/vectors"),
      item("The protocol as a model", "/protocol"),
      item("Reliability", "/reliability"),
      item("Mutation testing", "/mutation"),
      item("Performance", "/performance"),
      item("Security", "/security"),
      item("Bugs of other systems", "/bug-catalogue"),
    ],
  },
  {
    text: "Know why",
    items: [
      item("Words and states", "/model"),
      item("What it does not do", "/scope"),
      item("The specification", "/specification"),
      item("Gaps, and what was decided", "/gaps"),
      item("All documents and decisions", "/"),
      item("Contributing", "/contributing"),
      item("Changelog", "/changelog"),
    ],
  },
  {
    text: "Examples",
    items: [
      item("A service with promises", "/examples/service"),
      item("A service on PostgreSQL, with Effect", "/examples/postgres"),
      item("A service on SQLite, with Effect", "/examples/server"),
      item("Stores and a host on SQLite", "/examples/sqlite"),
      item("Express, Fastify, classes", "/examples/promises"),
      item("Stripe", "/examples/stripe"),
      item("Asaas", "/examples/asaas"),
      item("Observability", "/examples/observability"),
      item("Import of a CSV", "/examples/import"),
      item("Vectors in Python", "/examples/vectors-python"),
    ],
  },
]
