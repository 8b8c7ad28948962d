// The help of the command.

/** The text of `--help`. */
export const help = `Usage: studio-simulator [options]
       studio-simulator init [FILE]
       studio-simulator mcp [options]

Serves the whole /studio billing API from memory, for tests and for trying things out: with test cards, an inbox
for sign-in codes, and time that moves on command. Not for production. Every option has a default.

Where it listens
  --port PORT            port to listen on, 0 for a free one   (PORT, default 4010)
  --host HOST            address to listen on                  (HOST, default 127.0.0.1)

Time, and what every world begins with
  --now TIME             where the clock starts, ISO 8601      (NOW, default the real time)
  --clock real|manual    whether time flows by itself          (CLOCK, default real)
  --seed FILE            the records, JSON with comments; init writes an example to change
                                                               (SEED, default that of docs/simulator/seed.md)
  --policy FILE          members of the billing policy, such as { "onExhausted": "CANCEL" }
                                                               (POLICY, default the seed's, then the defaults)
  --state FILE           file that keeps the state             (STATE)
  --worlds N             how many worlds there may be          (WORLDS, default 100)

What it shows, and who may call
  --open                 opens the console in the browser, where there is one
  --log pretty|json|silent                                     (LOG, default pretty)
  --cors ORIGIN          origin that may call /studio, or *    (CORS, default loopback origins)
  --allow-host NAME      further host name of the control plane, repeatable
                                                               (ALLOW_HOST, comma-separated)
  --rate-limit N         calls to /studio a minute, for each caller and each address
                         that asks for codes                   (RATE_LIMIT, default no limit)

Webhooks and faults
  --webhook-allow HOST   host beside loopback that webhooks may go to, repeatable
                                                               (WEBHOOK_ALLOW, comma-separated)
  --faults SEED:RATE     faults by chance, for this share of calls, such as 42:0.1
                                                               (FAULTS, default none)

The control plane, which can do anything to the world
  --control-token TOKEN  bearer token of the control plane     (CONTROL_TOKEN)

When it ends
  --end-with-stdin       ends when its standard input is closed, as when whoever started it with a pipe there was
                         killed; by default it ends by SIGINT or SIGTERM alone

  -h, --help, --version

Examples
  studio-simulator --port 0 --log json
      takes a free port; the first line says which
  studio-simulator --clock manual --now 2026-01-31T00:00:00.000Z
      begins at this time, and moves only on command
  studio-simulator --state state.json
      goes on from the state of the last run
  studio-simulator init studio-seed.jsonc
      writes an example of a seed, explained, unless the file is there (--force)
  studio-simulator --seed studio-seed.jsonc
      begins with the records of this file
  studio-simulator mcp --clock manual
      starts one on a free port for an agent, which uses it by the Model Context Protocol on standard input and output
  studio-simulator mcp --url http://127.0.0.1:4010
      does the same with a simulator that runs already

  With a simulator that runs: get a token, list the plans, and move the clock by a month
  curl -s http://127.0.0.1:4010/_simulator/health
  TOKEN=$(curl -s -X POST http://127.0.0.1:4010/_simulator/tokens -H "Content-Type: application/json" | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s http://127.0.0.1:4010/studio/plans -H "Authorization: Bearer $TOKEN"
  curl -s http://127.0.0.1:4010/_simulator/clock -H "Content-Type: application/json" -d '{"advanceBy":"P1M"}'

Exit status
  0  ended by SIGINT or SIGTERM, or with its standard input, after finishing what was in flight
  1  cannot listen, cannot read or write its state, cannot write the example, or needs a newer Node
  2  an unknown flag, or an invalid value, seed or policy
  Of 1 and 2 one line on standard error says why.

In the package: docs/simulator/running.md has the flags, docs/simulator/seed.md the seed and the test cards,
docs/simulator/control-plane.md the control plane; docs/errors.md every refusal; docs/webhooks.md how to receive events;
docs/simulator/mcp.md how to set up an agent. The contract is at /openapi.json.
`
