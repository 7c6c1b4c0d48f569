'use client'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_COMMENT, type MentionResult } from '#lib/domain/comments/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { commentForm } from './comment-form-state.ts'
import { MentionField } from './mention-field.tsx'
import { mentionText } from './mention-labels.ts'

type CommentFormProps = {
  objectId: string
  action: FormAction<MentionResult>
  initial: FormState<MentionResult>
}

/** A new comment on a record. */
export function CommentForm({ objectId, action, initial }: CommentFormProps) {
  const form = useStaffForm({
    action,
    initial,
    declaration: commentForm,
    onDone: () => form.hook.setValue('text', ''),
  })
  const mentioned = form.state.result && mentionText(form.state.result)
  return (
    <StaffForm form={form} hidden={{ object_id: objectId }} className="grid max-w-130 gap-3">
      <FormError title="Comment not added" />
      {mentioned && (
        <Notice tone={mentioned.tone} title="Comment added" role="status">
          {mentioned.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      <MentionField
        objectId={objectId}
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
