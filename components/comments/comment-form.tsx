'use client'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { MAX_COMMENT } from '#lib/domain/comments/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { commentForm } from './comment-form-state.ts'

type CommentFormProps = { objectId: string; action: FormAction; initial: FormState }

/** A new comment on a record. */
export function CommentForm({ objectId, action, initial }: CommentFormProps) {
  const form = useStaffForm({
    action,
    initial,
    declaration: commentForm,
    onDone: () => form.hook.setValue('text', ''),
  })
  return (
    <StaffForm form={form} hidden={{ object_id: objectId }} className="grid max-w-130 gap-3">
      <FormError title="Comment not added" />
      <TextAreaField
        name="text"
        label="Comment"
        hint="Only staff can see comments. Mention a colleague with @ and their name or email to notify them."
        rows={3}
        maxLength={MAX_COMMENT}
      />
      <div>
        <Submit variant="default" pendingText="Adding…">
          Add comment
        </Submit>
      </div>
    </StaffForm>
  )
}
