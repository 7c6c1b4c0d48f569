'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useRef, useState } from 'react'
import { useFormDraft } from '#components/shared/form/use-form-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { Pencil } from '#components/ui/icons.tsx'
import { stubSection } from '#components/ui/slip.tsx'
import { editedName, editedNotes, noResponse, textIn } from '#lib/values/form.ts'

const NotesEditor = lazy(async () => ({
  default: (await import('#components/ui/notes-editor.tsx')).NotesEditor,
}))

type Notes = Record<string, string>

const FIELD = editedName('notes')

type NotesPanelProps = {
  id: string
  notes: Notes
  /** Why this person may not change them; null when they may. */
  disabledReason: string | null
  update: (input: {
    id: string
    notes: Notes
  }) => Promise<{ ok: true; value: unknown } | { ok: false; error: { description: string } }>
}

/** Notes, edited in place: shown at once, with undo. */
export function NotesPanel({ id, notes, disabledReason, update }: NotesPanelProps) {
  const router = useRouter()
  const [draft, setDraft] = useState<Notes | null>(null)
  const [saved, setSaved] = useState<{ before: Notes; after: Notes; over: Notes } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLFormElement>(null)
  const [restored, setRestored] = useState(false)
  const stored = useFormDraft(box, [FIELD], (values) => {
    setDraft(editedNotes(textIn(values, FIELD) ?? ''))
    setRestored(true)
  })
  // Until the page has reloaded, the saved notes are shown; from then on those of the page.
  const shown = saved && saved.over === notes ? saved.after : notes

  function close() {
    setDraft(null)
    setRestored(false)
  }

  async function save(next: Notes) {
    const before = shown
    close()
    setProblem(null)
    setSaved({ before, after: next, over: notes })
    const result = await update({ id, notes: next }).catch(unanswered)
    if (result.ok) {
      stored.drop()
      return router.refresh()
    }
    setSaved(null)
    setDraft(next)
    setProblem(result.error.description)
  }

  return (
    <section className={stubSection} aria-label="Notes">
      <div className="mb-2 flex min-h-6 items-center justify-between">
        <h2 className="text-table font-semibold">Notes</h2>
        {draft === null && <Edit disabledReason={disabledReason} onEdit={() => setDraft(shown)} />}
      </div>
      {draft === null ? (
        <Pairs notes={shown} />
      ) : (
        <Suspense fallback={<Pairs notes={draft} />}>
          <form ref={box} onChange={stored.note} onSubmit={(event) => event.preventDefault()}>
            <NotesEditor name={FIELD} value={draft} onChange={setDraft} error={problem} />
          </form>
          <div className="mt-2 flex gap-2">
            <Button variant="primary" size="small" onClick={() => void save(draft)}>
              Save
            </Button>
            <Button
              size="small"
              onClick={() => {
                stored.drop()
                close()
              }}
            >
              Cancel
            </Button>
          </div>
        </Suspense>
      )}
      <div role="status" className="text-small text-ink-2">
        {restored && <p className="mt-2">Your input is back.</p>}
        {saved && draft === null && (
          <p className="mt-2">
            Saved.{' '}
            <button type="button" className="link" onClick={() => void save(saved.before)}>
              Undo
            </button>
          </p>
        )}
      </div>
      {draft === null && <FieldError id="notes-problem" error={problem} />}
    </section>
  )
}

const unanswered = (thrown: unknown) => ({ ok: false, error: { description: noResponse(thrown) } }) as const

function Edit({ disabledReason, onEdit }: { disabledReason: string | null; onEdit: () => void }) {
  if (disabledReason !== null) {
    return (
      <DisabledAction size="small" variant="quiet" reason={disabledReason}>
        Edit
      </DisabledAction>
    )
  }
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={onEdit}
      className="-mr-2 noscript:hidden"
      aria-label="Edit notes"
    >
      <Pencil aria-hidden="true" /> Edit
    </Button>
  )
}

function Pairs({ notes }: { notes: Notes }) {
  const pairs = Object.entries(notes)
  if (pairs.length === 0) return <p className="text-table text-ink-3">None</p>
  return (
    <DescriptionList>
      {pairs.map(([name, text]) => (
        <Entry key={name} term={<span className="wrap-anywhere">{name}</span>}>
          {text}
        </Entry>
      ))}
    </DescriptionList>
  )
}
