/**
 * Prints which calls of which public client work: `npm run conformance`. The same table is written to
 * lib/api-docs/conformance-table.json, from which /docs draws it; with --check, only says whether that is current. The
 * replay (lib/surfaces/conformance.db.test.ts) holds the server to every figure.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { EXPECTED, FAILING } from '#e2e/api/corpus/expected.ts'
import { type Recording, readCorpus, type Step } from '#lib/testing/conformance.ts'
import { featuresTable, operationsTable } from '#scripts/conformance-schemas.ts'

const FILE = 'lib/api-docs/conformance-table.json'

type Counts = { steps: number; passed: number; refused: number; missing: number }

export function conformanceTable(corpus: Recording[]) {
  const clients = corpus.map(({ client, language, version, source, runtime, steps }) => ({
    client,
    language,
    version,
    source,
    runtime: runtime ?? null,
    ...countsOf(steps),
    resources: Object.entries(Object.groupBy(steps, resourceOf)).map(([name, own]) => ({
      name,
      ...countsOf(own ?? []),
    })),
  }))
  const steps = corpus.flatMap((recording) => recording.steps)
  const refused = Object.groupBy(
    Object.entries(EXPECTED).filter(([name, { refused }]) => refused !== undefined && !(name in FAILING)),
    ([, { refused }]) => refused ?? '',
  )
  return {
    clients,
    refused: Object.entries(refused).map(([why, own]) => ({
      why,
      steps: (own ?? []).map(([name]) => name),
      status: own?.[0]?.[1].status,
    })),
    missing: Object.entries(FAILING).map(([step, why]) => ({ step, why })),
    operations: operationsTable(steps),
    features: featuresTable(),
  }
}

function resourceOf({ name }: Step): string {
  return name.split('.')[0] ?? name
}

function countsOf(steps: Step[]): Counts {
  const missing = steps.filter(({ name }) => name in FAILING).length
  const refused = steps.filter(({ name }) => EXPECTED[name]?.refused && !(name in FAILING)).length
  return { steps: steps.length, passed: steps.length - refused - missing, refused, missing }
}

function printed({ clients }: ReturnType<typeof conformanceTable>): string {
  const rows = clients.flatMap(({ client, version, resources, ...all }) => [
    [`${client} ${version}`, '', ...figures(all)],
    ...resources.map(({ name, ...counts }) => ['', name, ...figures(counts)]),
  ])
  const table = [['Client', 'Resource', 'Steps', 'Passed', 'Refused', 'Missing'], ...rows]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

function figures({ steps, passed, refused, missing }: Counts): string[] {
  return [steps, passed, refused, missing].map(String)
}

if (import.meta.main) {
  const table = conformanceTable(readCorpus())
  const text = `${JSON.stringify(table, null, 2)}\n`
  const isCurrent =
    existsSync(FILE) && JSON.stringify(JSON.parse(readFileSync(FILE, 'utf8'))) === JSON.stringify(table)
  if (!process.argv.includes('--check')) {
    if (!isCurrent) writeFileSync(FILE, text)
    console.log(printed(table))
  } else if (!isCurrent) {
    console.error(`${FILE} does not say what the corpus says. Run \`npm run conformance\` and commit it.`)
    process.exit(1)
  }
}
