'use client'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { MAX_COMMENT, MAX_MENTIONED, type MentionResult } from '#lib/domain/comments/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { commentForm } from './comment-form-state.ts'
import { MentionField } from './mention-field.tsx'

type CommentFormProps = {
  objectId: string
  action: FormAction<MentionResult>
  initial: FormState<MentionResult>
}

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

/** What to tell the author of a comment about its mentions; null when it mentions no one. */
export function mentionText(result: MentionResult): { tone: 'good' | 'wait'; sentences: string[] } | null {
  const { notified, muted, beyond, unmatched, sends } = result
  const sentences = [
    notified.length > 0 && sends && `Notified by email: ${notified.join(', ')}.`,
    notified.length > 0 &&
      !sends &&
      `Shown on their overview: ${notified.join(', ')}. No email was sent, because email isn't set up on this server.`,
    muted.length > 0 && `Not emailed, because mention emails are off: ${muted.join(', ')}.`,
    beyond.length > 0 &&
      `Not notified, because a comment notifies up to ${MAX_MENTIONED} people: ${beyond.join(', ')}.`,
    unmatched.length > 0 &&
      `Not notified, because no colleague who can see this record matches: ${unmatched.map((word) => `@${word}`).join(', ')}.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  return { tone: beyond.length + unmatched.length > 0 ? 'wait' : 'good', sentences }
}
