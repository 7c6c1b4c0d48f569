import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import {
  addPasskeyAction,
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  removeTotpAction,
  renewRecoveryCodesAction,
  startPasskeyAction,
  startTotpAction,
  updateProfileAction,
} from '#app/(dashboard)/settings/account/actions.ts'
import { PasswordForm, ProfileForm } from '#components/account/account-forms.tsx'
import { LinkedSignIns } from '#components/account/linked-sign-ins.tsx'
import { CodesForm, SudoForm } from '#components/account/second-factor-forms.tsx'
import { SessionsTable } from '#components/account/sessions-table.tsx'
import { AddPasskeyForm } from '#components/passkeys/add-passkey.tsx'
import { PasskeysTable } from '#components/passkeys/passkeys-table.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { providerSettings } from '#lib/auth/identity-provider.ts'
import { requireSignedIn } from '#lib/auth/staff.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import type { ProfileDetails } from '#lib/domain/profile/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { browserName } from '#lib/values/browser-name.ts'

export const metadata: Metadata = { title: 'Your account' }

/** What a form without script has just done. */
const DONE: Record<string, string> = {
  name: 'Name saved.',
  password: 'Password changed. Your other sessions and connected apps have ended.',
  passkey_renamed: 'Passkey renamed.',
  passkey_removed: 'Passkey removed. You can no longer sign in with it.',
  sign_in_unlinked: 'Sign-in unlinked.',
  totp_removed: 'Authenticator app removed.',
  session: 'Session ended.',
  sessions: 'Your other sessions have ended.',
}

export default async function AccountPage({ searchParams }: PageProps<'/settings/account'>) {
  const [profile, { done }, { membership, actor }] = await Promise.all([
    read(getProfile, {}),
    searchParams,
    requireSignedIn(),
  ])
  const { sessions, email, name } = profile
  const settings = providerSettings()
  const provider = settings && { issuer: settings.issuer, name: settings.name }
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
      {membership.locked && (
        <div className="mb-5 max-w-130">
          <Notice tone="wait" role="status" title="Set up a second factor">
            {actor.account.merchant_name} requires one for your role. Add a passkey or an authenticator app to
            continue.
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
        <Part title="Passkeys">
          <p className="mb-4 max-w-[64ch] text-ink-2">
            A passkey signs you in with your fingerprint, face or device PIN, without password and code.
          </p>
          {profile.passkeys.length > 0 && (
            <div className="mb-6">
              <PasskeysTable passkeys={profile.passkeys} />
            </div>
          )}
          <AddPasskeyForm start={startPasskeyAction} initial={openForm()} add={addPasskeyAction} />
        </Part>
        <Part title="Second factor">
          <SecondFactor value={profile.second_factor} />
        </Part>
        {(provider || profile.sign_in_links.length > 0) && (
          <Part title="Linked sign-ins">
            <LinkedSignIns links={profile.sign_in_links} provider={provider} />
          </Part>
        )}
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

function SecondFactor({ value }: { value: ProfileDetails['second_factor'] }) {
  if (!value)
    return (
      <>
        <p className="mb-4 max-w-[64ch] text-ink-2">
          Off. With an authenticator app, a stolen password alone doesn't let anyone sign in.
        </p>
        <SudoForm action={startTotpAction} initial={openForm()} kind="start" />
      </>
    )
  return (
    <>
      <p className="mb-4 max-w-[64ch] text-ink-2">
        On, with an authenticator app since <Time at={value.confirmed_at} />. Recovery codes left:{' '}
        {value.codes_left}.
      </p>
      <div className="grid gap-6">
        <CodesForm action={renewRecoveryCodesAction} initial={openForm()} />
        <SudoForm action={removeTotpAction} initial={openForm()} kind="remove" />
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
