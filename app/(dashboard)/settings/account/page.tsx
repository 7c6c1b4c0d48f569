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
import { LinkedSignIns, linkAdvice } from '#components/account/linked-sign-ins.tsx'
import { CodesForm, SudoForm } from '#components/account/second-factor-forms.tsx'
import { SessionsTable } from '#components/account/sessions-table.tsx'
import { AddPasskeyForm } from '#components/passkeys/add-passkey.tsx'
import { PasskeysTable } from '#components/passkeys/passkeys-table.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Time } from '#components/ui/time.tsx'
import { providerSettings } from '#lib/auth/identity-provider.ts'
import { requireSignedIn } from '#lib/auth/staff.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { browserName } from '#lib/values/browser-name.ts'

export const metadata: Metadata = { title: 'Your account' }

const PAGE = '/settings/account'

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
  const [profile, { done, open }, { membership, actor }] = await Promise.all([
    read(getProfile, {}),
    searchParams,
    requireSignedIn(),
  ])
  const { sessions, email, name, passkeys, second_factor, sign_in_links } = profile
  const settings = providerSettings()
  const provider = settings && { issuer: settings.issuer, name: settings.name }
  const others = sessions.filter(({ own }) => !own)
  const opened = open ?? (membership.locked ? 'passkeys' : undefined)
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
      <div className="max-w-220 border-t border-line">
        <Row
          opened={opened}
          id="profile"
          title="Profile"
          status={<span className="font-[540] wrap-anywhere">{name}</span>}
          detail={`You sign in with ${email}.`}
          action="Change name"
        >
          <ProfileForm action={updateProfileAction} initial={openForm({ name })} />
        </Row>
        <Row
          opened={opened}
          id="password"
          title="Password"
          status={<Status on>Set</Status>}
          detail="Changing it ends your other sessions and your connected apps."
          action="Change password"
        >
          <PasswordForm email={email} action={changePasswordAction} initial={openForm()} />
        </Row>
        <Row
          opened={opened}
          id="passkeys"
          title="Passkeys"
          status={<Status on={passkeys.length > 0}>{counted(passkeys.length, 'passkey')}</Status>}
          detail="Sign in with your fingerprint, face or device PIN, without password and code."
          action={passkeys.length === 0 ? 'Add passkey' : 'Manage passkeys'}
        >
          {passkeys.length > 0 && (
            <div className="mb-6">
              <PasskeysTable passkeys={passkeys} />
            </div>
          )}
          <AddPasskeyForm start={startPasskeyAction} initial={openForm()} add={addPasskeyAction} />
        </Row>
        <Row
          opened={opened}
          id="second-factor"
          title="Second factor"
          status={<Status on={second_factor !== null}>{second_factor ? 'On' : 'Off'}</Status>}
          detail={
            second_factor ? (
              <>
                Authenticator app since <Time at={second_factor.confirmed_at} />. Recovery codes left:{' '}
                {second_factor.codes_left}.
              </>
            ) : (
              "With an authenticator app, a stolen password alone doesn't let anyone sign in."
            )
          }
          action={second_factor ? 'Manage authenticator app' : 'Set up authenticator app'}
        >
          <SecondFactor isOn={second_factor !== null} />
        </Row>
        {(provider || sign_in_links.length > 0) && (
          <Row
            opened={opened}
            id="linked-sign-ins"
            title="Linked sign-ins"
            status={<Status on={sign_in_links.length > 0}>{counted(sign_in_links.length, 'sign-in')}</Status>}
            detail={linkAdvice(sign_in_links, provider)}
            action={sign_in_links.length === 0 ? null : 'Manage linked sign-ins'}
          >
            <LinkedSignIns links={sign_in_links} provider={provider} />
          </Row>
        )}
        <Row
          opened={opened}
          id="sessions"
          title="Sessions"
          status={<Status>{counted(sessions.length, 'browser')}</Status>}
          detail={
            others[0] ? (
              <>
                Last used elsewhere: {browserName(others[0].user_agent)}, <Time at={others[0].last_seen_at} />
                .
              </>
            ) : (
              'You are signed in only here.'
            )
          }
          action="Manage sessions"
        >
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
          {others.length > 0 && (
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
        </Row>
        {!membership.locked && (
          <Row
            id="notifications"
            title="Notifications"
            status={<span className="wrap-anywhere">{email}</span>}
            detail={`Emails that you get about ${actor.account.merchant_name}.`}
            action="Choose notifications"
            href="/settings/notifications"
          />
        )}
      </div>
    </>
  )
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  if (!isOn) return <SudoForm action={startTotpAction} initial={openForm()} kind="start" />
  return (
    <div className="grid gap-6">
      <CodesForm action={renewRecoveryCodesAction} initial={openForm()} />
      <SudoForm action={removeTotpAction} initial={openForm()} kind="remove" />
    </div>
  )
}

type RowProps = {
  id: string
  title: string
  status: ReactNode
  detail?: ReactNode
  /** What its link does; null where there is nothing to do. */
  action: string | null
  /** Where that is a page of its own. */
  href?: string
  /** The row that the address names. */
  opened?: string | string[] | undefined
  children?: ReactNode
}

/** A part of the account: its status, and what can be done with it, which opens below by a link that needs no script. */
function Row({ id, title, status, detail, action, href, opened, children }: RowProps) {
  const isOpen = opened === id
  return (
    <section className="border-b border-line py-3.5">
      <div className="grid grid-cols-[9.5rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 max-phone:grid-cols-[minmax(0,1fr)_auto]">
        <h2 className="font-semibold leading-8">{title}</h2>
        <div className="max-phone:order-last max-phone:col-span-full">
          <p className="flex min-h-8 flex-wrap items-center max-phone:min-h-0">{status}</p>
          {detail && <p className="max-w-[64ch] text-table text-ink-2">{detail}</p>}
        </div>
        {action !== null && (
          <LinkButton href={href ?? (isOpen ? PAGE : `${PAGE}?open=${id}`)} scroll={href !== undefined}>
            {isOpen ? 'Close' : action}
          </LinkButton>
        )}
      </div>
      {isOpen && children && <div className="mt-4 desk:ml-42">{children}</div>}
    </section>
  )
}

function Status({ on, children }: { on?: boolean; children: ReactNode }) {
  if (on === undefined) return <Pill>{children}</Pill>
  return (
    <Pill tone={on ? 'good' : 'plain'} icon={on ? glyphs.check : glyphs.ring}>
      {children}
    </Pill>
  )
}

function counted(count: number, noun: string): string {
  return count === 0 ? 'None' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
