'use client'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import type { Verdict } from '#lib/values/signatures/verdict.ts'
import { debugPaymentForm, debugWebhookForm } from './debug-form-state.ts'
import { VerdictCard } from './verdict-card.tsx'

type DebugFormProps = {
  kind: 'webhook' | 'payment'
  action: FormAction<Verdict>
  initial: FormState<Verdict>
  /** The endpoint whose own secret is used where none is given. */
  id?: string
}

/** The received data, the merchant's data, and whether they match. */
export function DebugForm({ kind, action, initial, id }: DebugFormProps) {
  const declaration = kind === 'webhook' ? debugWebhookForm : debugPaymentForm
  const form = useStaffForm({ action, initial, declaration })
  const { result, idempotency_key } = form.state
  return (
    <div className="grid grid-cols-1 gap-6">
      <StaffForm form={form} hidden={id ? { id } : {}} className="grid max-w-160 gap-4">
        <FormError />
        {kind === 'webhook' ? <WebhookFields /> : <PaymentFields />}
        <TextField
          name="secret"
          label="Your secret"
          optional={Boolean(id)}
          hint={
            id
              ? 'Leave blank to use the current secret of this endpoint. Used for this check only. Never stored or logged.'
              : 'Used for this check only. Never stored or logged.'
          }
          mono
          type="password"
          spellCheck={false}
          data-1p-ignore=""
        />
        <TextField
          name="computed"
          label="Your computed signature"
          optional
          hint="Helps pinpoint where your code differs."
          mono
          spellCheck={false}
        />
        <div>
          <Submit pendingText="Checking…">Check signature</Submit>
        </div>
      </StaffForm>
      {/* Each response has another key, so that the card starts over with it. */}
      <div aria-live="polite">{result && <VerdictCard key={idempotency_key} verdict={result} />}</div>
    </div>
  )
}

function WebhookFields() {
  return (
    <>
      <TextAreaField
        name="body"
        label="Body"
        hint="The raw request body, exactly as your code received it."
        rows={6}
        className="mono"
        spellCheck={false}
      />
      <TextAreaField
        name="headers"
        label="Headers"
        hint="All headers, or X-Signature, or webhook-signature with webhook-id and webhook-timestamp, or only the signature value."
        rows={4}
        className="mono"
        spellCheck={false}
      />
    </>
  )
}

function PaymentFields() {
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-phone:grid-cols-1">
        <TextField name="order_id" label="Order ID" mono placeholder="order_…" spellCheck={false} />
        <TextField name="payment_id" label="Payment ID" mono placeholder="pay_…" spellCheck={false} />
      </div>
      <TextField
        name="signature"
        label="Signature"
        hint="As returned with the payment."
        mono
        spellCheck={false}
      />
    </>
  )
}
