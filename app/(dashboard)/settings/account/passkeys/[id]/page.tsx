import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { removePasskeyAction, renamePasskeyAction } from '#app/(dashboard)/settings/account/actions.ts'
import { RenamePasskeyForm } from '#components/passkeys/add-passkey.tsx'
import { ConfirmedRecordForm } from '#components/shared/form/confirmed-record-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { getProfile } from '#lib/domain/profile/get.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Passkey · Your account' }

export default async function PasskeyPage({ params }: PageProps<'/settings/account/passkeys/[id]'>) {
  const [{ id }, { passkeys }] = await Promise.all([params, read(getProfile, {})])
  const passkey = passkeys.find((one) => one.id === id) ?? notFound()
  return (
    <>
      <Crumbs href="/settings/account" label="Your account" id={id} name={passkey.name} />
      <PageHead title={passkey.name} />
      <div className="grid gap-8">
        <section>
          <h2 className="mb-3 text-lead font-semibold">Name</h2>
          <RenamePasskeyForm
            id={id}
            action={renamePasskeyAction}
            initial={openForm({ name: passkey.name })}
          />
        </section>
        <section>
          <h2 className="mb-3 text-lead font-semibold">Remove</h2>
          <ConfirmedRecordForm
            id={id}
            action={removePasskeyAction}
            initial={openForm()}
            failed="Passkey not removed"
            label="Remove passkey"
            pendingText="Removing…"
            hint="Delete it on your device, too: a removed passkey can't sign you in."
          />
        </section>
      </div>
    </>
  )
}
