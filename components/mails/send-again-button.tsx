'use client'
import { useActionState } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'

type State = { error: string } | null

/** Queues a mail once more. */
export function SendAgainButton({
  id,
  action,
}: {
  id: string
  action: (state: State, form: FormData) => Promise<State>
}) {
  const [state, submit] = useActionState(action, null)
  return (
    <form action={submit} className="grid gap-2">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="default" pendingText="Queueing…">
        Send again
      </SubmitButton>
      {state && (
        <Notice tone="bad" role="alert">
          {state.error}
        </Notice>
      )}
    </form>
  )
}
