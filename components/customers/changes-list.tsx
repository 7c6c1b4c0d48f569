import type { ReactNode } from 'react'
import type { EditableField } from '#lib/domain/customers/schema.ts'
import { changesBetween, type FieldChanges } from '#lib/values/changes.ts'

const LABELS: Record<EditableField, string> = {
  name: 'Name',
  email: 'Email',
  contact: 'Phone',
  gstin: 'GSTIN',
  notes: 'Notes',
}

type ChangesListProps = {
  changes: FieldChanges<EditableField>
  phone?: (contact: string) => string
}

/** The changes of an edit: each field before and after. Removed text is struck through, added text is marked. */
export function ChangesList({ changes, phone = (contact) => contact }: ChangesListProps) {
  const { notes, ...texts } = changes
  const lines = Object.entries(texts).map(([name, change]) => ({
    term: LABELS[name as EditableField],
    from: shown(name, change.from, phone),
    to: shown(name, change.to, phone),
  }))
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-table">
      {[...lines, ...pairLines(notes)].map(({ term, from, to }) => (
        <Line key={term} term={term} from={from} to={to} />
      ))}
    </dl>
  )
}

function Line({ term, from, to }: { term: string; from: string | null; to: string | null }): ReactNode {
  return (
    <>
      <dt className="text-ink-2 wrap-anywhere">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {from !== null && (
          <del className="mr-2 text-ink-2 decoration-bad decoration-[1.5px]">
            <span className="sr-only">was </span>
            {from}
          </del>
        )}
        {to === null ? (
          <span className="font-[560] text-bad">removed</span>
        ) : (
          <ins className="rounded-small bg-good-tint px-1 font-[560] text-good no-underline">
            <span className="sr-only">{from === null ? 'new: ' : 'changes to '}</span>
            {to}
          </ins>
        )}
      </dd>
    </>
  )
}

function shown(name: string, value: unknown, phone: (contact: string) => string): string | null {
  if (typeof value !== 'string') return null
  return name === 'contact' ? phone(value) : value
}

/** Notes pair by pair, since an edit seldom touches all of them. */
function pairLines(notes: FieldChanges<EditableField>['notes']) {
  if (!notes) return []
  const [before, after] = [pairsOf(notes.from), pairsOf(notes.to)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.entries(changesBetween(names, before, after)).map(([name, change]) => ({
    term: `Note ${name}`,
    from: change?.from as string | null,
    to: change?.to as string | null,
  }))
}

function pairsOf(value: unknown): Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, string>)
    : {}
}
