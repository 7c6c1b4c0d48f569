'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SEARCH_KIND_LABELS, type SearchResponse, statusText } from '#components/search/search-labels.ts'
import { useLookup } from '#components/shared/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { Field } from '#components/ui/field.tsx'
import { Money } from '#components/ui/money.tsx'
import type { FoundKind, FoundRecord } from '#lib/domain/search/schema.ts'
import { ATTACHABLE_KINDS } from './document-labels.ts'

type Choice = FoundRecord & { kind: FoundKind }

type RecordPickerProps = {
  label: string
  /** The field that sends the typed text when no record is chosen. */
  name: string
  typed?: string | undefined
  error?: string | undefined
  onChoose: (record: FoundRecord) => void
}

/** Finds a record that documents are attached to, by what the search finds it by. */
export function RecordPicker({ label, name, typed = '', error, onChoose }: RecordPickerProps) {
  const [text, setText] = useState(typed)
  const q = text.trim()
  const found = useLookup<SearchResponse>(
    q.length < 2 ? null : `/search/results?${new URLSearchParams({ q })}`,
  )
  const items = found?.groups
    .filter(({ kind }) => ATTACHABLE_KINDS.includes(kind))
    .flatMap((group) => group.items.map((item): Choice => ({ ...item, kind: group.kind })))
  return (
    <Field
      label={label}
      error={error}
      hint="Payment, order, customer, refund or bill: ID, reference, email or amount."
    >
      {(control) => (
        <Combobox
          control={control}
          name={name}
          placeholder="pay_…, KS-20418, email or amount"
          text={text}
          onText={setText}
          items={items}
          idOf={({ id }) => id}
          onChoose={onChoose}
          listLabel="Matching records"
          nothing="No records found."
        >
          {({ id, kind, text: about, amount, currency, status }) => (
            <span className="grid min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="truncate">
                  {SEARCH_KIND_LABELS[kind][0]} <span className="mono">{id}</span>
                </span>
                {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
              </span>
              <span className="truncate text-small text-ink-2">
                {[about, status && statusText(status)].filter(Boolean).join(' · ')}
              </span>
            </span>
          )}
        </Combobox>
      )}
    </Field>
  )
}

/** Finds the record that selected documents are attached to: a plain GET form, and with script a list of matches. */
export function FindRecordForm({ ids, typed }: { ids: string[]; typed: string }) {
  const router = useRouter()
  return (
    <form action="/documents/attach" className="grid max-w-110 gap-3">
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <RecordPicker
        label="Attach to"
        name="to"
        typed={typed}
        onChoose={({ id }) =>
          router.push(
            `/documents/attach?${new URLSearchParams([...ids.map((one) => ['ids', one]), ['to', id]])}`,
          )
        }
      />
      <div>
        <Button type="submit">Find record</Button>
      </div>
    </form>
  )
}
