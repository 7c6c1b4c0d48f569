import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Health } from '#lib/domain/health/schema.ts'
import { AlertsTable, DatabaseList, FailedJobsTable, HealthNotice } from './health-parts.tsx'

const well: Health = {
  processes: [{ kind: 'server', runs_jobs: true, version: '0.2.0', started_at: 1, beat_at: 2 }],
  deliveries: { due: 0, oldest_due_at: null, failing_webhooks: 0, disabled_webhooks: 0 },
  acquirer: { id: 'acq_1', name: 'First Bank', calls: 5, failed: 4 },
  failed_jobs: [],
  instance: null,
}
const job = { id: 'j', queue: 'process-refund', object_id: 'rfnd_1', retries: 20, failed_at: 3 }
const notice = (health: Partial<Health>) =>
  renderToStaticMarkup(<HealthNotice health={{ ...well, ...health }} mayChange={false} />)

it('says what is wrong, or that nothing is', () => {
  expect(notice({})).toContain('No problems found')
  const wrong = notice({
    processes: [],
    failed_jobs: [job],
    deliveries: { ...well.deliveries, disabled_webhooks: 1 },
    acquirer: { id: 'acq_1', name: 'First Bank', calls: 5, failed: 5 },
  })
  expect(wrong).toContain('4 problems found')
  expect(wrong).toContain('No worker is running')
  expect(wrong).toContain('First Bank has responded to no request for an hour')
  expect(notice({ failed_jobs: [job] })).toContain('1 problem found')
  const alert = { id: 'alt_1', summary: 'Free some space.', began_at: 1, ended_at: null }
  const instance = { database_bytes: 1, queues: [], books: { checked_at: null, violated: 0 } }
  const alerts = [
    { ...alert, name: 'disk_nearly_full' as const },
    { ...alert, name: 'no_worker' as const },
  ]
  expect(notice({ instance: { ...instance, alerts } })).toContain('Disk nearly full: Free some space.')
  expect(notice({ instance: { ...instance, alerts } })).toContain('1 problem found')
})

it('says nothing of problems in books that were never checked', () => {
  const found = (checked_at: number | null) => {
    const books = { checked_at, violated: 0 }
    const list = <DatabaseList instance={{ database_bytes: 1, queues: [], alerts: [], books }} />
    return renderToStaticMarkup(list).split('Problems found')[1]
  }
  expect(found(null)).not.toContain('0')
  expect(found(1_781_764_200)).toContain('0')
})

it('names queues and alerts in words', () => {
  const jobs = (mayChange: boolean) =>
    renderToStaticMarkup(<FailedJobsTable rows={[job]} mayChange={mayChange} />)
  expect(jobs(false)).toContain('Refunds at the bank')
  expect(jobs(false)).not.toContain('Retry or drop')
  expect(jobs(true)).toContain('aria-label="Retry or drop: Refunds at the bank, rfnd_1"')
  const alert = {
    id: 'alt_1',
    name: 'no_worker',
    summary: 'Start one.',
    began_at: 1,
    ended_at: null,
  } as const
  const drawn = renderToStaticMarkup(<AlertsTable rows={[alert]} />)
  expect(drawn).toContain('No worker is running')
  expect(drawn).toContain('Active')
})
