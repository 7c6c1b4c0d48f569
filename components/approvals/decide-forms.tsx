'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { buttonLook } from '#components/ui/looks.ts'
import { confirmedRecordForm, type FormAction, type FormState } from '#lib/values/form.ts'
import { rejectForm } from './decide-state.ts'

type FormProps = { id: string; action: FormAction; initial: FormState }

/** Lets it happen. Its words repeat what moves; live mode asks once more who it is. */
export function ApproveForm({ id, live, verb, ...sending }: FormProps & { live: boolean; verb: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={confirmedRecordForm}
      hidden={{ id }}
      failed="Request not approved"
      className="grid gap-3"
      label={`Approve: ${verb}`}
      pendingText="Approving…"
    >
      {live && <PasswordField eachTime />}
    </ActionForm>
  )
}

/**
 * Ends the request, with a reason. Collapsed until it is opened; an error leaves it open.
 * @param only shown alone, where approving is no use
 */
export function RejectForm({ id, only = false, ...sending }: FormProps & { only?: boolean }) {
  const form = useStaffForm({ ...sending, declaration: rejectForm })
  return (
    <details className="group/reject" open={only || form.state.error !== undefined}>
      <summary
        className={`${buttonLook({ variant: 'danger' })} max-w-full w-fit cursor-pointer list-none whitespace-normal! group-open/reject:mb-3 [&::-webkit-details-marker]:hidden`}
      >
        Reject request
      </summary>
      <StaffForm form={form} hidden={{ id }} className="grid gap-3 rounded-control border border-line p-3">
        <FormError title="Request not rejected" />
        <TextAreaField
          name="reason"
          label="Reason for rejection"
          required
          hint="Shown to the requester. Up to 300 characters."
          rows={2}
          maxLength={300}
        />
        <div>
          <Submit variant="danger" pendingText="Rejecting…">
            Reject
          </Submit>
        </div>
      </StaffForm>
    </details>
  )
}

export function WithdrawForm({ id, ...sending }: FormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={confirmedRecordForm}
      hidden={{ id }}
      failed="Request not withdrawn"
      className="grid gap-3"
      variant="default"
      label="Withdraw request"
      pendingText="Withdrawing…"
    />
  )
}
