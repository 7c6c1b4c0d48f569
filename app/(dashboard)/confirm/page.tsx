import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { confirmSessionAction } from '#app/(dashboard)/confirm/actions.ts'
import { ConfirmForm } from '#components/confirm/confirm-form.tsx'
import { listOfFile } from '#components/confirm/confirm-form-state.ts'
import { DocumentButton } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireSignedIn } from '#lib/auth/staff.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { returnPath } from '#lib/values/return-path.ts'

export const metadata: Metadata = { title: 'Confirm your session' }

/** Asks for the password before a file of live mode is exported, and then starts the download, or leads back to a page. */
export default async function ConfirmPage({ searchParams }: PageProps<'/confirm'>) {
  const [query, { session }] = await Promise.all([searchParams, requireSignedIn()])
  const file = returnPath(query.file, '')
  const returnTo = returnPath(query.return_to)
  const list = file ? listOfFile(file) : null
  const until = session.confirmed_until
  if (until === null)
    return (
      <>
        <PageHead title="Confirm your session">
          {file
            ? "Exports in live mode contain your customers' data, so you are asked for your password."
            : 'Live mode asks for your password before exports and before money moves. You then return to the page.'}
        </PageHead>
        <ConfirmForm
          action={confirmSessionAction}
          initial={openForm()}
          hidden={file ? { file, return_to: returnTo } : { return_to: returnTo }}
          cancelHref={list ?? returnTo}
        />
      </>
    )
  if (!file) redirect(returnTo)
  return (
    <>
      <PageHead title="Session confirmed">
        Confirmed until <Time at={until} form="clock" />. Your download starts automatically.
      </PageHead>
      <meta httpEquiv="refresh" content={`0;url=${file}`} />
      <div className="flex flex-wrap gap-2">
        <DocumentButton href={file} variant="primary">
          Download
        </DocumentButton>
        <LinkButton href={list ?? returnTo}>
          {list ? 'Back to the list' : returnTo === '/' ? 'Go to overview' : 'Back to the page'}
        </LinkButton>
      </div>
    </>
  )
}
