import type { Metadata } from 'next'
import { confirmTotpAction } from '#app/(dashboard)/settings/account/actions.ts'
import { ConfirmSecondFactorForm } from '#components/account/second-factor-forms.tsx'
import { QrCode } from '#components/shared/qr-code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { getTotpSetup } from '#lib/domain/profile/second-factor.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { totpUri } from '#lib/values/totp.ts'

const TITLE = 'Set up authenticator app'

export const metadata: Metadata = { title: TITLE }

export default async function AuthenticatorPage() {
  const setup = await tryRead(getTotpSetup, {})
  const sending = { action: confirmTotpAction, initial: openForm() }
  if (!setup.ok)
    return (
      <>
        <PageHead title={TITLE} />
        <div className="grid max-w-130 gap-4">
          {/* Without script the response of the form is this page, when the setup is over: then the form says what is so. */}
          <div className="grid gap-4 noscript:hidden">
            <Notice tone="wait" title="No setup in progress">
              {setup.description}
            </Notice>
            <p>
              <LinkButton href="/settings/account">Your account</LinkButton>
            </p>
          </div>
          <div className="hidden noscript:block">
            <ConfirmSecondFactorForm {...sending} />
          </div>
        </div>
      </>
    )
  const { totp_secret, email } = setup.value
  return (
    <>
      <PageHead title={TITLE} />
      <ConfirmSecondFactorForm
        {...sending}
        steps={
          <ol className="grid max-w-[64ch] gap-4">
            <li>
              <p className="mb-2">1. Scan this QR code with your authenticator app.</p>
              <QrCode text={totpUri(totp_secret, email)} label="QR code of the secret" className="size-44" />
              <p className="mt-2 text-ink-2">
                Can't scan it? Enter this secret: <code className="mono wrap-anywhere">{totp_secret}</code>
              </p>
            </li>
            <li>2. Enter the code that the app shows.</li>
          </ol>
        }
      />
    </>
  )
}
