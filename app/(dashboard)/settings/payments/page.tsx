import type { Metadata } from 'next'
import { updatePaymentSettingsAction, updateRefundReasonsAction } from '#app/(dashboard)/settings/actions.ts'
import { PaymentSettingsForm } from '#components/settings/payment-settings-form.tsx'
import { paymentSettingsValues } from '#components/settings/payment-settings-form-state.ts'
import { RefundReasonsForm } from '#components/settings/refund-reasons-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchPaymentSettings, updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { fetchRefundReasons } from '#lib/domain/refunds/reasons.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Capture and fees · Settings' }

export default async function PaymentSettings({ searchParams }: PageProps<'/settings/payments'>) {
  const [settings, refunds, { permissions, account }, { saved }] = await Promise.all([
    read(fetchPaymentSettings, {}),
    read(fetchRefundReasons, {}),
    requireStaff(),
    searchParams,
  ])
  const disabledReason = permissions.has(updatePaymentSettings.permission)
    ? null
    : missingPermission(updatePaymentSettings.permission)
  return (
    <>
      <PageHead title="Capture and fees">For payments from now on, in {account.mode} mode.</PageHead>
      <PaymentSettingsForm
        saved={saved === '1'}
        live={account.mode === 'live'}
        disabledReason={disabledReason}
        initial={openForm(paymentSettingsValues(settings))}
        action={updatePaymentSettingsAction}
      />
      <h2 id="refund-reasons" className="mt-10 mb-4 text-lead font-semibold">
        Refunds
      </h2>
      <RefundReasonsForm
        saved={saved === 'reasons'}
        disabledReason={disabledReason}
        initial={openForm({
          reasons: refunds.reasons.join('\n'),
          required: refunds.required ? '1' : '',
          speed: refunds.speed,
        })}
        action={updateRefundReasonsAction}
      />
    </>
  )
}
