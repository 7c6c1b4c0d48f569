'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { TransferFormState } from './transfer-form-state.ts'

type FormFrameProps = {
  state: TransferFormState
  submit: (form: FormData) => void
  /** The members that the form carries without showing them. */
  hidden: Record<string, string>
  /** The fields that can say themselves what is wrong with them. */
  fields: string[]
  cancelHref: string
  label: string
  pendingText: string
  children: ReactNode
}

/** What the forms about transfers have in common: hidden members, a refusal, and the two ways out. Needs no script. */
export function FormFrame({
  state,
  submit,
  hidden,
  fields,
  cancelHref,
  label,
  pendingText,
  children,
}: FormFrameProps) {
  const { error } = state
  const failed = error?.metadata?.transfer_id
  const elsewhere = error && !fields.includes(error.field ?? '') ? error.description : null
  return (
    <form action={submit} className="grid gap-4" noValidate>
      {Object.entries({ ...hidden, idempotency_key: state.idempotency_key }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {error && (elsewhere || failed) && (
        <Notice tone="bad" role="alert">
          {elsewhere}
          {failed && (
            <span className="block">
              The attempt stays on record as failed:{' '}
              <Link href={`/transfers/${failed}`} className="link mono">
                {failed}
              </Link>
            </span>
          )}
          {error.request_id && (
            <span className="block text-small text-ink-2">
              Request <span className="mono">{error.request_id}</span>
            </span>
          )}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <LinkButton href={cancelHref} prefetch={false}>
          Cancel
        </LinkButton>
        <SubmitButton pendingText={pendingText}>{label}</SubmitButton>
      </div>
    </form>
  )
}
