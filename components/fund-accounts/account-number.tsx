'use client'
import { StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Eye } from '#components/ui/icons.tsx'
import { type FormAction, type FormState, recordForm } from '#lib/values/form.ts'

type Reveal = { action: FormAction<string>; initial: FormState<string> }

type AccountNumberProps = {
  id: string
  last4: string
  /** Left out for viewers without permission. */
  reveal?: Reveal | undefined
}

/**
 * The end of an account number, and a button that reveals all of it. The revealed number lives in this view of the
 * page alone: it is in no URL and is gone when the page is left.
 */
export function AccountNumber({ id, last4, reveal }: AccountNumberProps) {
  return reveal ? <Revealing id={id} last4={last4} {...reveal} /> : <Masked last4={last4} />
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

function Revealing({ id, last4, ...sending }: { id: string; last4: string } & Reveal) {
  const form = useStaffForm({ ...sending, declaration: recordForm })
  const number = form.state.result
  if (number !== undefined)
    return (
      <span role="status" className="inline-flex items-center gap-0.5">
        <span className="num">{number}</span>
        <CopyButton value={number} label="Copy the account number" />
      </span>
    )
  return (
    <StaffForm form={form} hidden={{ id }} className="inline-flex items-center gap-1">
      <Masked last4={last4} />
      <Submit
        variant="quiet"
        size="small"
        pendingText="…"
        aria-label={`Reveal the account number ending ${last4}`}
        title="Reveal the full number. This is recorded in the audit log."
      >
        <Eye aria-hidden="true" />
      </Submit>
      {form.problem && (
        <span role="alert" className="text-small text-bad">
          {form.problem.description}
        </span>
      )}
    </StaffForm>
  )
}
