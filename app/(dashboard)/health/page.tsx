import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import {
  AcquirerList,
  AlertsTable,
  DatabaseList,
  DeliveryList,
  FailedJobsTable,
  HealthNotice,
  ProcessesTable,
  QueuesTable,
} from '#components/health/health-parts.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { retryJob } from '#lib/domain/health/change-job.ts'
import { getHealth } from '#lib/domain/health/get.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Health' }

export default async function HealthPage() {
  const [health, { permissions }] = await Promise.all([read(getHealth, {}), requireStaff()])
  const { instance, acquirer } = health
  const mayChange = instance !== null && permissions.has(retryJob.permission)
  return (
    <>
      <PageHead title="Health">Processes, jobs and deliveries at present.</PageHead>
      <Slip
        stub={
          <>
            <StubSection title="Webhooks">
              <DeliveryList deliveries={health.deliveries} />
            </StubSection>
            {acquirer && (
              <StubSection title="Acquirer">
                <AcquirerList acquirer={acquirer} />
              </StubSection>
            )}
            {instance && (
              <StubSection title="Database">
                <DatabaseList instance={instance} />
              </StubSection>
            )}
          </>
        }
      >
        <HealthNotice health={health} mayChange={mayChange} />
        {health.processes.length > 0 && (
          <Part title="Processes">
            <ProcessesTable rows={health.processes} />
          </Part>
        )}
        {health.failed_jobs.length > 0 && (
          <Part title="Failed jobs">
            <FailedJobsTable rows={health.failed_jobs} mayChange={mayChange} />
          </Part>
        )}
        {instance && instance.alerts.length > 0 && (
          <Part title="Alerts">
            <AlertsTable rows={instance.alerts} />
          </Part>
        )}
        {instance && (
          <Part title="Queues">
            <QueuesTable rows={instance.queues} />
          </Part>
        )}
      </Slip>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-table font-semibold">{title}</h2>
      {children}
    </section>
  )
}
