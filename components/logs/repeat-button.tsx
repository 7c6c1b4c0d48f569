'use client'
import { useActionState } from 'react'
import { SubmitButton } from '#components/ui/submit-button.tsx'

type RepeatButtonProps = {
  id: string
  action: (state: { error: string } | null, form: FormData) => Promise<{ error: string } | null>
}

/** Sends a request again. An ordinary form: it leads to the line that this makes. */
export function RepeatButton({ id, action }: RepeatButtonProps) {
  const [state, send] = useActionState(action, null)
  return (
    <form action={send} className="contents">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="default" pendingText="Sending…">
        Send again
      </SubmitButton>
      {state && (
        <p role="alert" className="basis-full text-small text-bad">
          {state.error}
        </p>
      )}
    </form>
  )
}
