import type { Metadata } from 'next'
import { cache } from 'react'
import { resendMailAction } from '#app/(dashboard)/outbox/actions.ts'
import { kindWord, objectHref } from '#components/mails/mail-labels.ts'
import { MailPill } from '#components/mails/mail-pill.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import type { MailDetails } from '#lib/domain/mails/schema.ts'
import { sendMailAgain } from '#lib/domain/mails/send.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'

const mailOf = cache((id: string) => read(getMailDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/outbox/[id]'>): Promise<Metadata> {
  return { title: `${(await mailOf((await params).id)).subject} · Outbox` }
}

export default async function MailPage({ params }: PageProps<'/outbox/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const mail = await mailOf(id)
  return (
    <>
      <Crumbs href="/outbox" label="Outbox" id={id} />
      <Slip stub={<MailStub mail={mail} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-anywhere">{mail.subject}</h1>
            <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-ink-2">
              <MailPill status={mail.status} />
              <span>to {mail.recipient}</span>
            </div>
          </div>
          <Actions>
            <LinkButton href={`/outbox/${id}/html`} target="_blank">
              View as sent
            </LinkButton>
            {mail.status !== 'queued' && <Again id={id} may={permissions.has(sendMailAgain.permission)} />}
          </Actions>
        </header>
        {mail.error && (
          <div className="mt-4">
            <Notice
              tone={mail.status === 'failed' ? 'bad' : 'wait'}
              title={mail.status === 'failed' ? 'Email not sent' : 'Email deferred'}
            >
              Mail server response: <span className="wrap-anywhere">{mail.error}</span>
            </Notice>
          </div>
        )}
        <h2 className="sr-only">Email text</h2>
        {/* Can be scrolled with the keyboard where a long address does not fit. */}
        <pre className="mt-5 font-sans whitespace-pre-wrap wrap-anywhere">{mail.text}</pre>
      </Slip>
      {mail.status === 'queued' && <AutoRefresh seconds={3} />}
    </>
  )
}

function Again({ id, may }: { id: string; may: boolean }) {
  if (!may)
    return <DisabledAction reason={missingPermission(sendMailAgain.permission)}>Resend email</DisabledAction>
  return (
    <ActionButton action={resendMailAction} initial={openForm()} hidden={{ id }} pendingText="Queueing…">
      Resend email
    </ActionButton>
  )
}

function MailStub({ mail }: { mail: MailDetails }) {
  const href = objectHref(mail)
  return (
    <StubSection title="Email">
      <DescriptionList>
        <Entry term="ID">
          <Id value={mail.id} />
        </Entry>
        <Entry term={kindWord(mail)}>
          {mail.object_id &&
            (href ? <Id value={mail.object_id} href={href} /> : <Id value={mail.object_id} />)}
        </Entry>
        <Entry term="Created">
          <Time at={mail.created_at} form="full" focusable />
        </Entry>
        <Entry term="Created by">{creatorText(mail.created_by)}</Entry>
        <Entry term="Sent">{mail.sent_at && <Time at={mail.sent_at} form="full" focusable />}</Entry>
        <Entry term="Attempts">{mail.attempts}</Entry>
      </DescriptionList>
    </StubSection>
  )
}
