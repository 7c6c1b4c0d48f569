'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { replayForm } from './webhook-form-state.ts'

const WHAT = {
  failed: 'Failed deliveries',
  missed: 'Events missed while paused, disabled or not yet created',
  all: 'Both',
}

/** Sends again what did not arrive since a time. */
export function ReplayForm({ id, ...sending }: { id: string; action: FormAction; initial: FormState }) {
  return (
    <ActionForm
      {...sending}
      declaration={replayForm}
      hidden={{ id }}
      failed="Replay not started"
      label="Replay deliveries"
      pendingText="Queuing…"
      cancelHref={`/webhooks/${id}`}
    >
      <SelectField name="what" label="Deliveries" options={WHAT} />
      <TextField
        name="from"
        label="Since"
        required
        hint="2026-11-03 18:00, yesterday 18:00 or Unix seconds, in your time zone. Up to 30 days back, while deliveries are stored."
        spellCheck={false}
      />
    </ActionForm>
  )
}
