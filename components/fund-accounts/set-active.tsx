'use client'
import { useActionState } from 'react'
import { SubmitButton } from '#components/ui/submit-button.tsx'

export type SetActive = (state: { error: string } | null, form: FormData) => Promise<{ error: string } | null>

type SetActiveProps = { id: string; active: boolean; last4: string; action: SetActive }

/** Says whether a fund account may be paid out to. A plain form; what is written down says who did it. */
export function SetActiveButton({ id, active, last4, action }: SetActiveProps) {
  const [state, send] = useActionState(action, null)
  return (
    <form action={send} className="inline-flex items-center gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="active" value={String(!active)} />
      <SubmitButton variant="quiet" size="small" pendingText={active ? 'Deactivating…' : 'Activating…'}>
        {active ? 'Deactivate' : 'Activate'}
        <span className="sr-only"> the account ending {last4}</span>
      </SubmitButton>
      {state && (
        <span role="alert" className="text-small text-bad">
          {state.error}
        </span>
      )}
    </form>
  )
}
