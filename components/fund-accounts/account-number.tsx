'use client'
import { Eye } from 'lucide-react'
import { useActionState } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'

export type Revealed = { number: string } | { error: string } | null
export type Reveal = (state: Revealed, form: FormData) => Promise<Revealed>

type AccountNumberProps = {
  id: string
  last4: string
  /** Left out for whoever may not see it. */
  reveal?: Reveal | undefined
}

/**
 * The end of an account number, and a button that shows all of it. What is shown lives in this view of the page alone:
 * it is in no address and is gone when the page is left.
 */
export function AccountNumber({ id, last4, reveal }: AccountNumberProps) {
  return reveal ? <Revealing id={id} last4={last4} reveal={reveal} /> : <Masked last4={last4} />
}

function Masked({ last4 }: { last4: string }) {
  return (
    <span className="num whitespace-nowrap">
      <span aria-hidden="true">••••</span>
      <span className="sr-only">ending </span>
      {last4}
    </span>
  )
}

function Revealing({ id, last4, reveal }: { id: string; last4: string; reveal: Reveal }) {
  const [state, send] = useActionState(reveal, null)
  if (state && 'number' in state)
    return (
      <span role="status" className="inline-flex items-center gap-0.5">
        <span className="num">{state.number}</span>
        <CopyButton value={state.number} label="Copy the account number" />
      </span>
    )
  return (
    <form action={send} className="inline-flex items-center gap-1">
      <Masked last4={last4} />
      <input type="hidden" name="id" value={id} />
      <SubmitButton
        variant="quiet"
        size="small"
        pendingText="…"
        aria-label={`Reveal the account number ending ${last4}`}
        title="Reveal the full number. This is recorded in the audit log."
      >
        <Eye aria-hidden="true" />
      </SubmitButton>
      {state && (
        <span role="alert" className="text-small text-bad">
          {state.error}
        </span>
      )}
    </form>
  )
}
