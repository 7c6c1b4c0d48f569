import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import {
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  updateProfileAction,
} from '#app/(dashboard)/settings/account/actions.ts'
import { PasswordForm, ProfileForm } from '#components/account/account-forms.tsx'
import { SessionsTable } from '#components/account/sessions-table.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { getProfile } from '#lib/domain/profile/get.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { browserName } from '#lib/values/browser-name.ts'

export const metadata: Metadata = { title: 'Your account' }

/** What a form without script has just done. */
const DONE: Record<string, string> = {
  name: 'Name saved.',
  password: 'Password changed. Your other sessions and connected apps have ended.',
  session: 'Session ended.',
  sessions: 'Your other sessions have ended.',
}

export default async function AccountPage({ searchParams }: PageProps<'/settings/account'>) {
  const [profile, { done }] = await Promise.all([read(getProfile, {}), searchParams])
  const { sessions, email, name } = profile
  return (
    <>
      <PageHead title="Your account">{email}</PageHead>
      {typeof done === 'string' && DONE[done] && (
        <div className="mb-5 max-w-130">
          <Notice tone="good" role="status">
            {DONE[done]}
          </Notice>
        </div>
      )}
      <div className="grid gap-8">
        <Part title="Profile">
          <ProfileForm email={email} action={updateProfileAction} initial={openForm({ name })} />
        </Part>
        <Part title="Password">
          <PasswordForm
            key={done === 'password' ? sessions[0]?.last_seen_at : undefined}
            email={email}
            action={changePasswordAction}
            initial={openForm()}
          />
        </Part>
        <Part title="Sessions">
          <p className="mb-3 text-ink-2">The browsers in which you are signed in.</p>
          <SessionsTable
            sessions={sessions}
            end={({ id, user_agent }) => (
              <ActionButton
                action={endSessionAction}
                initial={openForm()}
                hidden={{ id }}
                size="small"
                pendingText="Ending…"
                aria-label={`End the session in ${browserName(user_agent)}`}
              >
                End
              </ActionButton>
            )}
          />
          {sessions.length > 1 && (
            <div className="mt-3">
              <ActionButton
                action={endOtherSessionsAction}
                initial={openForm()}
                hidden={{}}
                variant="danger"
                pendingText="Ending…"
              >
                End all other sessions
              </ActionButton>
            </div>
          )}
        </Part>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-lead font-semibold">{title}</h2>
      {children}
    </section>
  )
}
