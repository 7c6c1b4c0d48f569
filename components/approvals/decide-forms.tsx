'use client'
import { useActionState } from 'react'
import { PasswordAgain } from '#components/api-keys/password-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { DecideAction, DecideState } from './decide-state.ts'

type FormProps = { id: string; action: DecideAction; initial: DecideState }

/** Lets it happen. Its words repeat what moves; live mode asks once more who it is. */
export function ApproveForm({
  id,
  action,
  initial,
  live,
  verb,
}: FormProps & { live: boolean; verb: string }) {
  const [{ error, idempotency_key }, send, pending] = useActionState(action, initial)
  return (
    <form key={idempotency_key} action={send} className="grid gap-3" noValidate>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <Problem error={error?.field === 'password' ? undefined : error} title="Request not approved" />
      {live && <PasswordAgain error={error?.field === 'password' ? error.description : undefined} />}
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Approving…' : `Approve: ${verb}`}
        </Button>
      </div>
    </form>
  )
}

/**
 * Ends it, and says why. Folded until somebody wants it; a refusal leaves it open.
 * @param only it stands alone, where approving is no use
 */
export function RejectForm({ id, action, initial, only = false }: FormProps & { only?: boolean }) {
  const [{ error, idempotency_key, reason }, send, pending] = useActionState(action, initial)
  return (
    <details className="rounded-control border border-line" open={only || error !== undefined}>
      <summary className="cursor-pointer px-3 py-2 font-[540]">
        {only ? 'Reject request' : 'Reject request instead'}
      </summary>
      <form key={idempotency_key} action={send} className="grid gap-3 border-t border-line p-3" noValidate>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="idempotency_key" value={idempotency_key} />
        <Problem error={error?.field === 'reason' ? undefined : error} title="Request not rejected" />
        <Field
          label="Reason for rejection"
          required
          error={error?.field === 'reason' ? error.description : undefined}
          hint="Shown to the requester. Up to 300 characters."
        >
          {({ required, ...control }) => (
            <Textarea
              {...control}
              aria-required={required}
              name="reason"
              rows={2}
              maxLength={300}
              defaultValue={reason}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="danger" pending={pending}>
            {pending ? 'Rejecting…' : 'Reject'}
          </Button>
        </div>
      </form>
    </details>
  )
}

/** Whoever asked takes it back. */
export function WithdrawForm({ id, action, initial }: FormProps) {
  const [{ error, idempotency_key }, send, pending] = useActionState(action, initial)
  return (
    <form key={idempotency_key} action={send} className="grid gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <Problem error={error} title="Request not withdrawn" />
      <div>
        <Button type="submit" pending={pending}>
          {pending ? 'Withdrawing…' : 'Withdraw request'}
        </Button>
      </div>
    </form>
  )
}

function Problem({ error, title }: { error: DecideState['error']; title: string }) {
  if (!error) return null
  return (
    <Notice tone="bad" role="alert" title={title}>
      {error.description}
      {error.request_id && (
        <span className="block text-small text-ink-2">
          Request <span className="mono">{error.request_id}</span>
        </span>
      )}
    </Notice>
  )
}
