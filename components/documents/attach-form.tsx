'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

export type AttachState = { typed: string; error: string | null }
export type AttachAction = (state: AttachState, form: FormData) => Promise<AttachState>

type AttachFormProps = {
  action: AttachAction
  /** What is known already: the record that is attached to, or the document that is attached. */
  known: { name: 'object_id' | 'document_id'; value: string }
  /** What is typed. */
  asked: 'object_id' | 'document_id'
  label: string
  placeholder: string
}

/** Attaches by id. Works as it is, without script. */
export function AttachForm({ action, known, asked, label, placeholder }: AttachFormProps) {
  const [state, send] = useActionState(action, { typed: '', error: null })
  return (
    <form action={send} className="no-print">
      <input type="hidden" name={known.name} value={known.value} />
      <Field label={label} error={state.error}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              small
              mono
              key={state.typed}
              name={asked}
              defaultValue={state.typed}
              placeholder={placeholder}
              required
              autoComplete="off"
              spellCheck={false}
            />
            <SubmitButton variant="default" pendingText="Attaching…">
              Attach
            </SubmitButton>
          </span>
        )}
      </Field>
    </form>
  )
}
