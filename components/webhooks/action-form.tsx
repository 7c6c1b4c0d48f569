'use client'
import { type ReactNode, useActionState } from 'react'
import { Notice } from '#components/ui/notice.tsx'

/** What the server answers to a form that it refuses. */
export type Answered = {
  values: Record<string, string>
  idempotency_key: string
  error?: { reason: string; description: string; field?: string; request_id: string } | undefined
}
export type FormAction = (state: Answered, form: FormData) => Promise<Answered>

type ActionFormProps = {
  action: FormAction
  idempotencyKey: string
  /** Members that the form carries without showing them. */
  hidden: Record<string, string>
  className?: string
  children: ReactNode
}

/** A form of one or a few buttons, sent as it is, with the refusal under it. Needs no script. */
export function ActionForm({ action, idempotencyKey, hidden, className, children }: ActionFormProps) {
  const [{ idempotency_key, error }, send] = useActionState(action, {
    values: {},
    idempotency_key: idempotencyKey,
  })
  return (
    <form action={send} className={className}>
      {Object.entries({ ...hidden, idempotency_key }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {error && (
        <div className="mt-2 basis-full">
          <Notice tone="bad" role="alert">
            {error.description} {error.request_id && <span className="mono">{error.request_id}</span>}
          </Notice>
        </div>
      )}
    </form>
  )
}
