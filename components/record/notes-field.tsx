'use client'
import { Field } from '#components/ui/field.tsx'
import { NotesEditor } from '#components/ui/notes-editor.tsx'
import { Textarea } from '#components/ui/textarea.tsx'

type NotesFieldProps = {
  initial: Record<string, string>
  onChange: (notes: Record<string, string>) => void
  /** The lines of a form that was sent without script and refused. */
  typed: string | undefined
  error: string | undefined
}

/** Notes in a form: the editor, and without script a line for each. */
export function NotesField({ initial, onChange, typed, error }: NotesFieldProps) {
  return (
    <>
      <div className="noscript:hidden">
        <NotesEditor value={initial} onChange={onChange} error={error} />
      </div>
      <noscript>
        <Field
          label="Notes"
          optional
          error={error}
          hint="One key=value pair per line. Up to 15 pairs, 256 characters per key or value."
        >
          {(control) => <Textarea {...control} name="notes" defaultValue={typed ?? linesOf(initial)} />}
        </Field>
      </noscript>
    </>
  )
}

function linesOf(notes: Record<string, string>): string {
  return Object.entries(notes)
    .map(([name, text]) => `${name}=${text}`)
    .join('\n')
}
