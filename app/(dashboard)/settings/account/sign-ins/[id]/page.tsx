import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { unlinkSignInAction } from '#app/(dashboard)/settings/account/actions.ts'
import { linkName } from '#components/account/linked-sign-ins.tsx'
import { ConfirmedRecordForm } from '#components/shared/form/confirmed-record-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { providerSettings } from '#lib/auth/identity-provider.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Linked sign-in · Your account' }

export default async function LinkedSignInPage({ params }: PageProps<'/settings/account/sign-ins/[id]'>) {
  const [{ id }, { sign_in_links }] = await Promise.all([params, read(getProfile, {})])
  const link = sign_in_links.find((one) => one.id === id) ?? notFound()
  const name = linkName(link, providerSettings())
  return (
    <>
      <Crumbs href="/settings/account" label="Your account" id={id} name={name} />
      <PageHead title={`Unlink ${name}`}>{link.email}</PageHead>
      <p className="mb-5 max-w-[64ch] text-ink-2">
        Your password, passkeys and sessions stay. Signing in with {name} again links it again, as long as
        your email there is verified and the same as here.
      </p>
      <ConfirmedRecordForm
        id={id}
        action={unlinkSignInAction}
        initial={openForm()}
        failed="Sign-in not unlinked"
        label="Unlink sign-in"
        pendingText="Unlinking…"
        cancelHref="/settings/account"
      />
    </>
  )
}
