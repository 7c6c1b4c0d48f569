import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { dropJobAction, retryJobAction } from '#app/(dashboard)/health/actions.ts'
import { FailedJobList } from '#components/health/health-parts.tsx'
import { DropJobForm, RetryJobForm } from '#components/health/job-forms.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { dropJob } from '#lib/domain/health/change-job.ts'
import { getHealth } from '#lib/domain/health/get.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Failed job · Health' }

/** Retries or drops a failed job, for the only merchant of a server. */
export default async function FailedJobPage({ params }: PageProps<'/health/jobs/[id]'>) {
  const [{ id }, { failed_jobs, instance }, { permissions }] = await Promise.all([
    params,
    read(getHealth, {}),
    requireStaff(),
  ])
  if (!permissions.has(dropJob.permission)) deny()
  const job = failed_jobs.find((one) => one.id === id)
  if (!job) notFound()
  if (instance === null) deny()
  return (
    <>
      <Crumbs href="/health" label="Health" id={id} />
      <PageHead title="Failed job">
        It failed after all retries, and is deleted a day later by itself.
      </PageHead>
      <FailedJobList job={job} />
      <section className="mt-8 grid gap-3">
        <h2 className="text-lead font-semibold">Retry</h2>
        <p className="max-w-[64ch] text-ink-2">
          The job is queued again, due now. A repeat does no harm: the job looks at its record first.
        </p>
        <RetryJobForm id={id} action={retryJobAction} initial={openForm()} />
      </section>
      <section className="mt-8 grid gap-3">
        <h2 className="text-lead font-semibold">Drop</h2>
        <p className="max-w-[64ch] text-ink-2">
          The job is deleted and its record stays as it is: a pending refund stays pending. This can't be
          undone.
        </p>
        <DropJobForm id={id} action={dropJobAction} initial={openForm()} />
      </section>
    </>
  )
}
