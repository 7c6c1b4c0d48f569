'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { optionsForm } from './webhook-form-state.ts'

type OptionsFormProps = { id: string; action: FormAction; initial: FormState }

/** How an endpoint is sent to: its time limit, and headers of the merchant's own. */
export function OptionsForm({ id, ...sending }: OptionsFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={optionsForm}
      hidden={{ id }}
      failed="Settings not saved"
      label="Save"
      pendingText="Saving…"
    >
      <TextField
        name="timeout_ms"
        label="Timeout"
        aside="seconds"
        hint="Slower responses count as failed. 0.5 to 30 seconds. Respond first, then process the event."
        figures
        inputMode="decimal"
        maxLength={5}
      />
      <TextAreaField
        name="headers"
        label="Headers"
        optional
        hint="One Name: value pair per line, up to 10. Sent with every delivery, e.g. for a gateway token."
        rows={4}
        className="mono"
        spellCheck={false}
      />
    </ActionForm>
  )
}
