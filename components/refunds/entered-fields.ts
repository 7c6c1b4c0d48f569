import type { ReactNode } from 'react'
import type { Column } from '#components/ui/data-table.tsx'
import { REASON_NOTE, USUAL_REASONS } from '#lib/domain/refunds/schema/reasons.ts'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'
import type { FormReader } from '#lib/values/form.ts'

/** A field of a refund that staff enter, declared once for the form and for every place that shows it. */
type EnteredField = {
  /** The field of the form, and the column of the file. */
  name: string
  label: string
  textOf: (refund: ListedRefund) => string | null
  control: { label: string; hint?: string; maxLength: number }
  /** What is often entered, offered while one types. */
  suggestions?: readonly string[]
  /** Kept in the notes under its name, not in a column of its own. */
  inNotes?: boolean
  /** How wide the list of refunds is at least where it has this column; without it the list has none. */
  list?: Column<ListedRefund>['show']
  /** Whether the refunds on the page of their payment show it, as a note of their rows. */
  ofPayment?: boolean
  /** Whether the timeline of the payment says it when the refund begins. */
  timeline?: boolean
}

export const ENTERED_FIELDS: readonly EnteredField[] = [
  {
    name: 'receipt',
    label: 'Receipt',
    textOf: (refund) => refund.receipt,
    control: { label: 'Refund receipt', maxLength: 40 },
    timeline: true,
  },
  {
    name: REASON_NOTE,
    label: 'Reason',
    textOf: reasonOf,
    control: {
      label: 'Reason',
      hint: `Saved in the notes as "${REASON_NOTE}". Not shown to the payer.`,
      maxLength: 256,
    },
    suggestions: USUAL_REASONS,
    inNotes: true,
    list: '70rem',
    ofPayment: true,
  },
]

/**
 * The reason of a refund, as its requester entered it. An automatic refund returns a payment that was never captured:
 * its authorization expired, or another payment paid the order; the timeline of the payment says which.
 */
function reasonOf({ notes, automatic }: ListedRefund): string | null {
  const written = Array.isArray(notes) ? undefined : notes[REASON_NOTE]
  return written || (automatic ? 'Never captured' : null)
}

/** The columns of the list of refunds that shows them. @param draw a value in its cell */
export function enteredColumns(draw: (text: string) => ReactNode): Column<ListedRefund>[] {
  return ENTERED_FIELDS.flatMap(({ name, label, textOf, list }) =>
    list === undefined
      ? []
      : [
          {
            key: name,
            header: label,
            soft: true,
            show: list,
            cell: (refund: ListedRefund) => draw(textOf(refund) ?? '—'),
          },
        ],
  )
}

export function enteredNotes(): Column<ListedRefund>[] {
  return ENTERED_FIELDS.filter(({ ofPayment }) => ofPayment).map(({ name, label, textOf }) => ({
    key: name,
    header: label,
    soft: true,
    place: 'note' as const,
    label,
    cell: (refund) => textOf(refund),
  }))
}

/** The part of the operation's input that the declared fields make; the schema of the operation validates it. */
export function enteredIn(form: FormReader): Record<string, unknown> {
  const own = ENTERED_FIELDS.filter(({ inNotes }) => !inNotes)
  const noted = ENTERED_FIELDS.filter(({ name, inNotes }) => inNotes && form.text(name) !== '')
  return {
    ...Object.fromEntries(own.map(({ name }) => [name, form.optional(name)])),
    notes: Object.fromEntries(noted.map(({ name }) => [name, form.text(name)])),
  }
}
