import { ButtonForm } from '#components/shared/form/action-button.tsx'
import { Submit } from '#components/shared/form/staff-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'

type StandingNoticeProps = {
  webhook: ListedWebhook
  mayWrite: boolean
  enable: FormAction
  resume: FormAction
  initial: FormState
}

/** Why nothing, or not everything, arrives at an endpoint, with the one step that changes it. */
export function StandingNotice({ webhook, mayWrite, enable, resume, initial }: StandingNoticeProps) {
  const { id, state } = webhook
  if (state === 'active') return null
  if (state === 'failing')
    return (
      <Notice tone="wait" title="Recent deliveries failed">
        {webhook.last_error ?? 'No response.'} Deliveries are retried. The webhook is disabled after 24 hours
        without a success. Failing since <Time at={webhook.failing_since} form="full" />.
      </Notice>
    )
  const disabled = state === 'disabled'
  return (
    <Notice
      tone={disabled ? 'bad' : 'plain'}
      title={disabled ? 'Disabled: no deliveries' : 'Paused: no deliveries'}
    >
      <p>
        {disabled ? webhook.disabled_reason : 'Deliveries queued before the pause are still queued.'} Since{' '}
        <Time at={disabled ? webhook.disabled_at : webhook.paused_at} form="full" />.
      </p>
      {mayWrite && (
        <ButtonForm
          action={disabled ? enable : resume}
          initial={initial}
          hidden={{ id }}
          className="mt-2.5 flex flex-wrap gap-2"
        >
          <Submit name="replay" value="true" pendingText="Starting…">
            {disabled ? 'Enable and replay missed events' : 'Resume and replay missed events'}
          </Submit>
          <Submit name="replay" value="false" variant="default" pendingText="Starting…">
            {disabled ? 'Enable without replay' : 'Resume without replay'}
          </Submit>
        </ButtonForm>
      )}
    </Notice>
  )
}
