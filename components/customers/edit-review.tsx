import { Submit } from '#components/shared/form/staff-form.tsx'
import type { EditableField } from '#lib/domain/customers/schema.ts'
import type { FieldChanges } from '#lib/values/changes.ts'
import type { FieldTexts } from '#lib/values/form.ts'
import { ChangesList } from './changes-list.tsx'

type LiveChangesProps = {
  changes: FieldChanges<EditableField>
  /** The number as it is, and the one that is typed, as people read them. */
  before: string | null
  after: { stored: string; text: string } | null
}

/** The changes of the edit, during typing. An edit replaces everything, so a field that is not listed stays. */
export function LiveChanges({ changes, before, after }: LiveChangesProps) {
  const phone = (contact: string) =>
    after?.stored === contact ? after.text : contact === changes.contact?.from ? (before ?? contact) : contact
  const none = Object.keys(changes).length === 0
  return (
    <section aria-labelledby="will-change" className="border-t border-line pt-4 noscript:hidden">
      <h2 id="will-change" className="mb-2 text-table font-semibold">
        Changes
      </h2>
      <div aria-live="polite">
        {none ? (
          <p className="text-table text-ink-2">No changes.</p>
        ) : (
          <ChangesList changes={changes} phone={phone} />
        )}
      </div>
    </section>
  )
}

/** The same as a step of its own, for a browser without script: what will change, and the question whether to go on. */
export function Review({ changes, values }: { changes: FieldChanges<EditableField>; values: FieldTexts }) {
  const none = Object.keys(changes).length === 0
  return (
    <section aria-labelledby="will-change">
      {Object.entries(values).map(
        ([name, value]) => CARRIED.test(name) && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <h2 id="will-change" className="mb-2 text-lead font-semibold">
        {none ? 'No changes' : 'Review changes'}
      </h2>
      {none ? (
        <p className="text-ink-2">The form matches the saved customer.</p>
      ) : (
        <ChangesList changes={changes} />
      )}
      <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-5">
        {!none && (
          <Submit pendingText="Saving…" name="step" value="save">
            Save changes
          </Submit>
        )}
        <Submit variant="default" pendingText="Back to form" name="step" value="back">
          Back to form
        </Submit>
      </div>
    </section>
  )
}

/** The fields of the form itself; the ids that it carries hidden, it carries here too. */
const CARRIED = /^(name|email|contact|gstin|notes|notes_edited)$/
