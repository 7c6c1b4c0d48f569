import { TextAreaField } from './fields.tsx'

/** Why a limit is loosened, for the person who approves it. The form does not know yet whether someone has to. */
export function ReasonField() {
  return (
    <TextAreaField
      name="reason"
      label="Reason for the change"
      optional
      hint="Shown to the person who approves it. Required if the change needs approval. Up to 300 characters."
      rows={2}
      maxLength={300}
    />
  )
}
