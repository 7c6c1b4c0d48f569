import type { Metadata } from 'next'
import { savePaymentSettings } from '#app/(dashboard)/settings/payments/actions.ts'
import { PaymentSettingsForm } from '#components/settings/payment-settings-form.tsx'
import { paymentSettingsValues } from '#components/settings/payment-settings-form-state.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchPaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Capture and fees · Settings' }

export default async function PaymentSettings({ searchParams }: PageProps<'/settings/payments'>) {
  const [settings, { permissions, account }, { saved }] = await Promise.all([
    read(fetchPaymentSettings, {}),
    requireStaff(),
    searchParams,
  ])
  return (
    <>
      <PageHead title="Capture and fees">For payments from now on, in {account.mode} mode.</PageHead>
      <PaymentSettingsForm
        saved={saved === '1'}
        live={account.mode === 'live'}
        disabledReason={permissions.has('business:write') ? null : missingPermission('business:write')}
        initial={openForm(paymentSettingsValues(settings))}
        action={savePaymentSettings}
      />
    </>
  )
}
