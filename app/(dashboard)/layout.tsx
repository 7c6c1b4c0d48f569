import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Frame } from '#components/app-shell/frame.tsx'
import { OpenPagesProvider } from '#components/app-shell/open-pages-provider.tsx'
import { paletteAllowed } from '#components/search/palette-pages.ts'
import { ConfirmationProvider } from '#components/shared/form/confirmation.tsx'
import { Toasts } from '#components/ui/toasts.tsx'
import type { StaffSession } from '#lib/auth/sessions.ts'
import { currentPreferences, requireSession, staffActor } from '#lib/auth/staff.ts'
import { countWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { requestedErrorPage } from '#lib/surfaces/error-page.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { capitalized } from '#lib/values/text.ts'
import { confirmWithPasskeyAction, startPasskeyConfirmationAction } from './confirm/actions.ts'
import { PageOfError } from './error-page.tsx'
import {
  chooseMerchantAction,
  chooseModeAction,
  choosePreferenceAction,
  signOutAction,
} from './frame-actions.ts'

/** Test mode has its word in every title and an icon of its own. */
export async function generateMetadata(): Promise<Metadata> {
  const actor = await staffActor()
  if (actor?.account.mode !== 'test') return { title: { absolute: 'Counterfoil', template: '%s' } }
  return {
    title: { absolute: 'Test · Counterfoil', template: 'Test · %s' },
    icons: { icon: '/icon-test.svg' },
  }
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [{ actor, session, membership }, preferences, errorPage] = await Promise.all([
    requireSession(),
    currentPreferences(),
    requestedErrorPage(),
  ])
  const approvals = membership.locked ? null : await tryRead(countWaitingApprovals, {})
  const { account } = actor
  const merchants = new Map(
    session.memberships.map((each) => [each.account.merchant_id, each.account.merchant_name]),
  )
  return (
    <Frame
      user={{ name: session.user.name, email: session.user.email, role: capitalized(membership.role.name) }}
      merchant={{ id: account.merchant_id, name: account.merchant_name }}
      merchants={[...merchants].map(([id, name]) => ({ id, name }))}
      mode={account.mode}
      preferences={preferences}
      allowed={paletteAllowed(actor)}
      acquirer={acquirerIn(account)}
      waiting={{ '/approvals': approvals?.ok ? approvals.value.waiting : 0 }}
      actions={{
        chooseMode: chooseModeAction,
        chooseMerchant: chooseMerchantAction,
        choosePreference: choosePreferenceAction,
        signOut: signOutAction,
      }}
    >
      <OpenPagesProvider pending={[...actor.permissions]}>
        <ConfirmationProvider value={confirmationOf(session, account)}>
          {errorPage === null ? children : <PageOfError {...errorPage} />}
        </ConfirmationProvider>
      </OpenPagesProvider>
      <Toasts />
    </Frame>
  )
}

function acquirerIn({ mode, acquirer }: StaffSession['memberships'][number]['account']) {
  if (mode === 'test') return undefined
  if (!acquirer) return null
  const { name, sandbox } = acquirer.capabilities
  return { id: acquirer.id, name, sandbox }
}

function confirmationOf(session: StaffSession, { id, mode }: { id: string; mode: 'test' | 'live' }) {
  const { user, confirmed_until, has_code, has_passkey } = session
  const passkey = { start: startPasskeyConfirmationAction, finish: confirmWithPasskeyAction }
  return {
    signedIn: { person: user.id, account: id, session: session.mark },
    until: confirmed_until,
    hasCode: has_code,
    live: mode === 'live',
    passkey: has_passkey ? passkey : null,
  }
}
