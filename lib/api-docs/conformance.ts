import table from './conformance-table.json' with { type: 'json' }

type Counts = { steps: number; passed: number; refused: number; missing: number }

type Conformance = {
  clients: (Counts & {
    client: string
    language: string
    version: string
    source: string
    runtime: string | null
    resources: (Counts & { name: string })[]
  })[]
  refused: { why: string; steps: string[]; status: number }[]
  missing: { step: string; why: string }[]
  /** Each operation, with the recorded requests that call it, the fields that they send, and those that none sends. */
  operations: {
    method: string
    path: string
    summary: string
    requests: number
    same: string[]
    wider: string[]
  }[]
  /** Each feature that is rejected by name, with the fields that ask for it. */
  features: { feature: string; fields: string[]; operations: string[] }[]
}

/** Which calls of which public client work here: written by scripts/conformance.ts. */
export const CONFORMANCE: Conformance = table

/** The recorded requests of all clients: how many, and by resource where at least one passed. */
export const RECORDED = {
  requests: CONFORMANCE.clients.reduce((sum, { steps }) => sum + steps, 0),
  resources: byResource(CONFORMANCE.clients.flatMap(({ resources }) => resources)),
}

function byResource(counts: Conformance['clients'][number]['resources']) {
  return [...new Set(counts.map(({ name }) => name))]
    .map((name) => {
      const own = counts.filter((one) => one.name === name)
      const sum = (of: 'steps' | 'passed' | 'refused') => own.reduce((total, one) => total + one[of], 0)
      return { name, requests: sum('steps'), passed: sum('passed'), rejected: sum('refused') }
    })
    .filter(({ passed }) => passed > 0)
}
