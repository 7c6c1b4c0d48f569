import { existsSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import { inputSchema, type Json } from '#lib/surfaces/openapi/schemas.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { statementsOf } from '#lib/testing/statements.ts'
import { numbered } from './conditions.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const { known, composed } = statementsOf('{lib,scripts}/**/*.ts')

const READS = 'lib/database/statements.db.test.ts'
/** Statements whose text depends on the input, so that only running them shows it; and the test that does. */
const COMPOSED: Record<string, string> = {
  'lib/alerts/conditions.ts': 'lib/alerts/watch.db.test.ts',
  'lib/counters/fold.ts': 'lib/counters/counters.db.test.ts',
  'lib/counters/repair.ts': 'lib/counters/counters.db.test.ts',
  'lib/counters/sql.ts': 'lib/ledger/invariants.db.test.ts',
  'lib/counters/locate.ts': 'lib/counters/read.db.test.ts',
  'lib/counters/read.ts': 'lib/counters/read.db.test.ts',
  'lib/domain/acquirers/get-details.ts': 'lib/domain/acquirers/acquirers.db.test.ts',
  'lib/domain/overview/totals.ts': 'lib/domain/overview/overview.db.test.ts',
  'lib/domain/approvals/requester-access.ts': 'lib/domain/approvals/requester-access.db.test.ts',
  'lib/domain/approvals/change.ts': 'lib/domain/approvals/change.db.test.ts',
  'lib/domain/approvals/requester.ts': 'lib/domain/approvals/limits.db.test.ts',
  'lib/domain/approvals/same.ts': 'lib/domain/approvals/hold.db.test.ts',
  'lib/domain/balance/months.ts': 'lib/domain/balance/balance.db.test.ts',
  'lib/domain/connected-apps/end-grant.ts': 'lib/domain/connected-apps/apps.db.test.ts',
  'lib/domain/approvals/same-app.ts': 'lib/domain/approvals/hold.db.test.ts',
  'lib/domain/connected-apps/find.ts': 'lib/domain/connected-apps/apps.db.test.ts',
  'lib/domain/approvals/find.ts': 'lib/domain/approvals/hold.db.test.ts',
  'lib/domain/approvals/hold.ts': 'lib/domain/approvals/hold.db.test.ts',
  'lib/domain/connected-apps/get-details.ts': READS,
  'lib/domain/merchants/fetch.ts': READS,
  'lib/domain/entity.ts': 'lib/domain/entity.db.test.ts',
  'lib/domain/list-marks.ts': READS,
  'lib/domain/page.ts': READS,
  'lib/domain/payments/trend.ts': READS,
  'lib/domain/payments/fetch.ts': 'lib/domain/payments/dashboard-reads.db.test.ts',
  'lib/domain/record-marks.ts': READS,
  'lib/domain/record.ts': 'lib/domain/trips.db.test.ts',
  'lib/domain/refunds/trend.ts': READS,
  'lib/domain/reports/failures.ts': 'lib/domain/reports/reports.db.test.ts',
  'lib/domain/requests/group-errors.ts': READS,
  'lib/domain/requests/latest-lines.ts': 'lib/domain/requests/requests.db.test.ts',
  'lib/domain/retention/get.ts': 'lib/domain/retention/retention.db.test.ts',
  'lib/domain/search/find-records.ts': 'lib/domain/search/find-records.db.test.ts',
  'lib/domain/settlements/fetch.ts': READS,
  'lib/domain/tally.ts': READS,
  'lib/domain/wallets/fetch.ts': READS,
  'lib/domain/wallets/get-statement-details.ts': 'lib/domain/wallets/statement.db.test.ts',
  'lib/jobs/check-books.ts': 'lib/jobs/check-books.db.test.ts',
  'lib/metrics/figures.ts': 'lib/metrics/metrics.db.test.ts',
  'lib/jobs/cleanup-authorizations.ts': 'lib/jobs/cleanup-authorizations.db.test.ts',
  'lib/jobs/cleanup.ts': 'lib/jobs/retention.db.test.ts',
  'lib/jobs/closures.ts': 'lib/jobs/closures.db.test.ts',
  'lib/jobs/export-account.ts': 'lib/jobs/export-account.db.test.ts',
  'lib/jobs/queue.ts': 'lib/jobs/queue.db.test.ts',
  'lib/ledger/invariants.ts': 'lib/ledger/invariants.db.test.ts',
  'lib/oauth/exchange.ts': 'lib/oauth/exchange.db.test.ts',
  'lib/pipeline/changes-statement.ts': 'lib/pipeline/writer.db.test.ts',
  'lib/pipeline/context.ts': 'lib/domain/trips.db.test.ts',
  'lib/pipeline/reader.ts': 'lib/pipeline/reader.db.test.ts',
  'lib/pipeline/request-lines.ts': 'lib/domain/requests/requests.db.test.ts',
  'lib/database/client.ts': 'scripts/pooler.db.test.ts',
  'lib/database/readiness.ts': 'lib/surfaces/readiness.db.test.ts',
  'lib/domain/webhooks/queue-deliveries.ts': 'lib/webhooks/queue.db.test.ts',
  'scripts/backup/restore.ts': 'scripts/backup/backup.db.test.ts',
  'scripts/backup/source.ts': 'scripts/backup/backup.db.test.ts',
  'scripts/secret-key/reseal.ts': 'scripts/secret-key/rotate.db.test.ts',
  'scripts/start-lock.ts': 'scripts/start-lock.db.test.ts',
}

/** Parts of other statements, which cannot stand alone: the conditions of lists, which are run below, and one more. */
const PARTS = ['lib/domain/*/{list,filters}.ts', 'lib/oauth/room.ts']

describe('every SQL statement', () => {
  it('is found in the sources', () => {
    expect(known.length).toBeGreaterThan(180)
    expect([...new Set(composed.map(({ file }) => file))].sort()).toEqual(Object.keys(COMPOSED).sort())
    for (const test of Object.values(COMPOSED)) expect(existsSync(test), test).toBe(true)
  })

  it('can be prepared against the migrated schema', async () => {
    const client = await instance.database.pool.connect()
    const wrong: string[] = []
    try {
      for (const { file, line, text } of known) {
        // The queue makes its own tables when it is opened.
        if (text.includes('pgboss.') || PARTS.some((part) => matchesGlob(file, part))) continue
        await client
          .query(`PREPARE one AS ${numberedText(text)}`)
          .then(() => client.query('DEALLOCATE one'))
          .catch((error: Error) => wrong.push(`${file}:${line} ${error.message}`))
      }
    } finally {
      client.release()
    }
    expect(wrong).toEqual([])
  })
})

/** The parts of `context.read` have their values at `?`. */
function numberedText(text: string): string {
  return text.includes('$1') ? text : numbered({ sql: text, values: [] }).sql
}

describe('every operation that reads', () => {
  const reads = operations.filter(({ effect }) => effect === 'read')

  it.each(reads.map((operation) => [operation.name, operation] as const))(
    '%s: runs with what it needs, and with each of its filters',
    async (_, operation) => {
      for (const input of inputsOf(inputSchema(operation.input)))
        await execute(instance.runtime, operation, instance.system, input, {
          requestId: 'req_NfLw3gQ81xRt0a',
        }).catch((thrown: unknown) => {
          if (!isAppError(thrown)) throw new Error(JSON.stringify(input), { cause: thrown })
        })
    },
  )
})

/** The properties that are required, and beside them each of the others once. */
function inputsOf({ properties = {}, required = [] }: Json): Json[] {
  const all = Object.entries(properties as Record<string, Json>)
  const needed = all.filter(([name]) => (required as string[]).includes(name))
  const others = all.filter(([name]) => !(required as string[]).includes(name))
  return [[], ...others.map((other) => [other])].map((more) =>
    Object.fromEntries([...needed, ...more].map(([name, schema]) => [name, sampleOf(schema)])),
  )
}
