'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { EventChoice } from './event-choice.tsx'
import { NewSecret } from './new-secret.tsx'
import { editWebhookForm, eventsOfFields, type MadeWebhook, newWebhookForm } from './webhook-form-state.ts'

type WebhookFormProps = {
  action: FormAction<MadeWebhook>
  initial: FormState<MadeWebhook>
  mode: 'test' | 'live'
  /** Where this server sends events of the mode. */
  targets: 'any' | 'public'
  /** The endpoint that is edited; left out for a new one. */
  id?: string
}

/** An endpoint to create or to edit. */
export function WebhookForm({ action, initial, mode, targets, id }: WebhookFormProps) {
  const form = useStaffForm({ action, initial, declaration: id ? editWebhookForm : newWebhookForm })
  const { result, values } = form.state
  if (result) return <NewSecret {...result} />
  return (
    <StaffForm form={form} hidden={id ? { id } : {}} className="grid max-w-130 gap-5">
      <FormError title="Webhook not saved" />
      <TextField
        name="url"
        label="URL"
        required
        hint={
          targets === 'any'
            ? 'Any http or https URL, including localhost, e.g. http://localhost:3001/webhooks'
            : `${mode === 'test' ? 'An http or https' : 'An https'} URL that is publicly reachable.`
        }
        type="url"
        inputMode="url"
        maxLength={255}
        spellCheck={false}
      />
      <TextField
        name="description"
        label="Description"
        optional
        hint="Visible to your team."
        maxLength={200}
      />
      <EventChoice chosen={eventsOfFields(values)} error={form.errorOf('events')} />
      {!id && <SecretChoice own={form.initialOf('secret_from') === 'own'} />}
      <TextField
        name="alert_email"
        label="Alert email"
        optional
        hint="Notified when deliveries have failed for an hour, when the webhook is disabled after 24 hours, and when it recovers."
        type="email"
        maxLength={64}
      />
      <FormButtons
        label={id ? 'Save' : 'Create webhook'}
        pendingText={id ? 'Saving…' : 'Creating…'}
        cancelHref={id ? `/webhooks/${id}` : '/webhooks'}
      />
    </StaffForm>
  )
}

/** A generated secret, or the merchant's own. It is never shown again, so a form with an error asks for it again. */
function SecretChoice({ own }: { own: boolean }) {
  return (
    <fieldset className="group min-w-0">
      <legend className="mb-2 text-table font-[540]">Secret</legend>
      <div className="grid gap-2">
        <label className="flex items-start gap-2.5">
          <input type="radio" name="secret_from" value="made" defaultChecked={!own} className="mt-1" />
          <span>
            Generate secret
            <span className="block text-small text-ink-2">Shown once after creation.</span>
          </span>
        </label>
        <label className="flex items-start gap-2.5">
          <input type="radio" name="secret_from" value="own" defaultChecked={own} className="mt-1" />
          <span>Custom secret</span>
        </label>
      </div>
      <div className="mt-3 ml-7 hidden group-has-[[value=own]:checked]:block">
        <TextField
          name="secret"
          label="Your secret"
          hint="Up to 255 letters, digits and symbols. After a whsec_ prefix, use Base64."
          mono
          type="password"
          maxLength={255}
          spellCheck={false}
        />
      </div>
    </fieldset>
  )
}
