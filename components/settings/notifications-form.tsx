'use client'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { Notification } from '#lib/domain/notifications/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { notificationsForm } from './notifications-form-state.ts'

const LABELS: Record<Notification, { label: string; hint: string }> = {
  approval: {
    label: 'Approval requests',
    hint: 'A refund, payout, wallet credit or limit change needs your approval. Without the email, open Approvals to see pending requests.',
  },
  export_failed: {
    label: 'Failed scheduled exports',
    hint: 'The file of an export that you scheduled, or that is sent to you, could not be made.',
  },
  key_expiring: {
    label: 'Expiring API keys',
    hint: 'An API key in use expires in 14 days, and again in 3 days. A key that never expires, each year.',
  },
  mention: {
    label: 'Mentions',
    hint: 'A colleague mentions you in a comment, or comments on an approval of yours.',
  },
  refund_failed: {
    label: 'Failed refunds',
    hint: 'The bank could not pay a refund. The amount is back in your balance.',
  },
  payout_reversed: {
    label: 'Reversed payouts',
    hint: 'The bank could not pay a payout. The amount is back in the wallet.',
  },
  settlement_failed: {
    label: 'Failed settlements',
    hint: 'The bank could not pay a settlement to your bank account.',
  },
  gateway_difference: {
    label: 'Differences from a gateway',
    hint: 'The comparison of each night found records that a gateway account has differently.',
  },
  webhook_failing: {
    label: 'Failing webhooks',
    hint: 'All deliveries of a webhook have failed for an hour. At most one email a day about each.',
  },
  webhook_disabled: {
    label: 'Disabled webhooks',
    hint: 'A webhook was disabled because all its deliveries failed for 24 hours.',
  },
  webhook_recovered: {
    label: 'Recovered webhooks',
    hint: 'Deliveries succeed again, after an email told you that a webhook failed or was disabled.',
  },
}

type NotificationsFormProps = {
  /** The kinds that the role of the person gets. */
  kinds: Notification[]
  /** Whether this page follows a form that was saved. */
  saved: boolean
  initial: FormState
  action: FormAction
}

/** The emails that a person gets. */
export function NotificationsForm({ kinds, saved, initial, action }: NotificationsFormProps) {
  const form = useStaffForm({ action, initial, declaration: notificationsForm })
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Notifications saved.
        </Notice>
      )}
      <FormError title="Notifications not saved" />
      <CheckboxesField
        name="on"
        legend="Email me about"
        options={kinds.map((kind) => ({ value: kind, ...LABELS[kind] }))}
      />
      <SaveOrReason disabledReason={null} />
    </StaffForm>
  )
}
