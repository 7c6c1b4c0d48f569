import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { QUEUE_LABELS } from '#lib/domain/health/schema.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { createProcessMetrics, createScrapeMetrics } from './process-metrics.ts'

const RULES = 'docs/monitoring/alert-rules.yml'
const RULE_TESTS = 'docs/monitoring/alert-rules.test.yml'
const DASHBOARD = 'docs/monitoring/grafana-dashboard.json'

/** What a metric has beside its types. */
type Described = { name: string; labelNames?: string[]; type: string }

/** Every series that the product has: histograms have three. */
function seriesNames(): Map<string, string[]> {
  const registry = new Registry()
  createProcessMetrics(registry, { pools: () => ({}), circuits: () => [], dataDir: '.' })
  createScrapeMetrics(registry)
  createDatabaseMetrics(registry)
  const names = new Map<string, string[]>()
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [], type } = metric as unknown as Described
    names.set(name, labelNames)
    if (type === 'histogram')
      for (const part of ['bucket', 'count', 'sum']) names.set(`${name}_${part}`, [...labelNames, 'le'])
  }
  return names
}

const known = seriesNames()
/** Labels that Prometheus adds, and `up`, which is its own. */
const ADDED = ['job', 'instance']

describe.each([RULES, RULE_TESTS, DASHBOARD, 'docs/operations.md'])('%s', (file) => {
  const text = readFileSync(file, 'utf8')

  it('names metrics that exist', () => {
    const named = [...text.matchAll(/\b(?:counterfoil|nodejs|process)_[a-z0-9_]+/g)]
      .map(([name]) => name)
      // The manual shortens a group to its prefix.
      .filter((name) => !(file.endsWith('.md') && name.endsWith('_')))
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  })

  it('names labels that the metrics have', () => {
    const wrong = [...text.matchAll(/\b(counterfoil_[a-z0-9_]+)\{([^}]*)\}/g)].flatMap(
      ([, name = '', inner = '']) =>
        [...inner.matchAll(/(\w+)=~?\\?"/g)]
          .map(([, label = '']) => label)
          .filter((label) => ![...(known.get(name) ?? []), ...ADDED].includes(label))
          .map((label) => `${name}{${label}}`),
    )
    expect(wrong).toEqual([])
  })
})

/** Every query of the rules and of the dashboard, with what is drawn or said from it. */
function queries(): { query: string; texts: string }[] {
  const rules = readFileSync(RULES, 'utf8')
    .split('- alert:')
    .slice(1)
    .map((rule) => {
      const [, query = ''] = /^ {8}expr: (?:\|\n)?([\s\S]*?)\n {8}(?:for|labels):/m.exec(rule) ?? []
      return { query, texts: rule.replaceAll(/\$labels\.(\w+)/g, '$1') }
    })
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { targets?: { expr: string; legendFormat?: string }[] }[]
  }
  const drawn = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr, legendFormat = '' }) => ({ query: expr, texts: legendFormat })),
  )
  return [...rules, ...drawn]
}

it('queries group by labels that their metrics have, and texts name labels that are left', () => {
  const wrong = queries().flatMap(({ query, texts }) => {
    const metrics = [...query.matchAll(/\b(?:counterfoil|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name)
    expect(metrics).not.toEqual([])
    const labels = [...metrics.flatMap((name) => known.get(name) ?? []), ...ADDED]
    const groups = [...query.matchAll(/\bby \(([^)]*)\)/g)].map(([, list = '']) => list.split(/,\s*/))
    const isAggregated = /\b(sum|max|count)\b/.test(query)
    const left = isAggregated ? groups.flat() : labels
    const named = [...texts.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label)
    return [
      ...groups.flat().filter((label) => !labels.includes(label)),
      ...named.filter((label) => !left.includes(label)),
    ].map((label) => `${label} in ${query}`)
  })
  expect(wrong).toEqual([])
  expect(queries().length).toBeGreaterThan(40)
})

it('queries look for values that the labels take', async () => {
  const registry = new Registry()
  const observer = createProcessMetrics(registry, {
    pools: () => ({ requests: { totalCount: 0, idleCount: 0, waitingCount: 0 } }),
    circuits: () => [],
    dataDir: '.',
  })
  observer.request?.({ method: 'GET', traceparent: undefined })?.end({
    route: '/v1/orders',
    status: 503,
    aborted: false,
  })
  observer
    .acquirerCall?.({ call: 'capture', acquirer: 'acq', live: true })
    ?.end({ outcome: 'error', error: 'x' })
  const counts = { ready: 1, deferred: 1, active: 1, failed: 1, oldest: 1 }
  createDatabaseMetrics(registry)({
    queues: [{ queue: 'send-mail', ...counts }],
    deliveries_due: 0,
    oldest_delivery: null,
    processes: [],
    checks: {},
    alerts: { archive_failing: 1 },
    last_backup_at: null,
    database_bytes: 0,
    connections: 0,
    wal_position: null,
    wal_bytes: null,
    standbys: 0,
    replication_lag: null,
    archive_failing: null,
    archived_at: null,
  })
  const shown = await registry.metrics()
  const wanted = queries().flatMap(({ query }) =>
    [...query.matchAll(/(counterfoil_\w+)\{(\w+)="(\w+)"/g)].map(([, ...parts]) => parts),
  )
  expect(wanted.length).toBeGreaterThan(5)
  const absent = wanted.filter(
    ([name, label, value]) => !new RegExp(`^${name}\\{.*\\b${label}="${value}"`, 'm').test(shown),
  )
  expect(absent).toEqual([])
})

it('tests of rules name rules that exist, and every rule says what to do', () => {
  const rules = readFileSync(RULES, 'utf8')
  const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tested = [...readFileSync(RULE_TESTS, 'utf8').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect(tested.filter((name) => !named.includes(name))).toEqual([])
  expect([...rules.matchAll(/^ {10}summary: ./gm)]).toHaveLength(named.length)
  expect([...rules.matchAll(/^ {10}description: ./gm)]).toHaveLength(named.length)
})

it('the manual names every metric of its own, or the group of it', () => {
  const manual = readFileSync('docs/operations.md', 'utf8')
  const groups = ['counterfoil_database_', 'counterfoil_disk_', 'counterfoil_build_info']
  const own = [...known.keys()].filter(
    (name) => name.startsWith('counterfoil_') && !/_(bucket|count|sum)$/.test(name),
  )
  const absent = own.filter(
    (name) => !manual.includes(name) && !groups.some((group) => name.startsWith(group)),
  )
  expect(absent).toEqual([])
})

it('every queue has words', () => {
  expect(Object.keys(QUEUE_LABELS)).toEqual([...JOB_NAMES])
})

describe('promtool', () => {
  const missing = spawnSync('promtool', ['--version']).error !== undefined
  if (missing)
    process.stdout.write('promtool is not installed (Debian: prometheus), so it does not check the rules.\n')

  it.skipIf(missing)('accepts the rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain('SUCCESS')
  })

  it.skipIf(missing)('finds the alerts that the tests of the rules expect', () => {
    expect(execFileSync('promtool', ['test', 'rules', RULE_TESTS], { encoding: 'utf8' })).toContain('SUCCESS')
  })
})

it('the folder has nothing else', () => {
  expect(globSync('docs/monitoring/*').sort()).toEqual([RULE_TESTS, RULES, DASHBOARD].sort())
})
