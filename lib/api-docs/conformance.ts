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
  wider: { method: string; path: string; summary: string }[]
}

/** Which calls of which public client work here: written by scripts/conformance.ts. */
export const CONFORMANCE: Conformance = table
