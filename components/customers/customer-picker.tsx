'use client'
import { useState } from 'react'
import { useLookup } from '#components/shared/queries.ts'
import { Combobox } from '#components/ui/combobox.tsx'
import { Field } from '#components/ui/field.tsx'
import type { FoundCustomer } from './customer-labels.ts'

type CustomerPickerProps = {
  label: string
  hint: string
  placeholder: string
  /** The field that sends the typed text when no customer is chosen. */
  name?: string
  typed?: string | undefined
  error?: string | undefined
  onChoose: (customer: FoundCustomer) => void
}

/** Finds a customer by name, email, phone or ID. */
export function CustomerPicker({
  label,
  hint,
  placeholder,
  name,
  typed = '',
  error,
  onChoose,
}: CustomerPickerProps) {
  const [text, setText] = useState(typed)
  const q = text.trim()
  const found = useLookup<{ items: FoundCustomer[] }>(
    q.length < 2 ? null : `/customers/find?${new URLSearchParams({ q })}`,
    200,
  )
  return (
    <Field label={label} optional error={error} hint={hint}>
      {(control) => (
        <Combobox
          control={control}
          name={name}
          placeholder={placeholder}
          text={text}
          onText={setText}
          items={found?.items}
          idOf={({ id }) => id}
          onChoose={(customer) => {
            setText('')
            onChoose(customer)
          }}
          listLabel="Matching customers"
          nothing="No customers found."
        >
          {({ called, reached }) => (
            <>
              <span className="min-w-0 flex-1 truncate">{called}</span>
              <span className="num max-w-3/5 truncate text-small text-ink-2">{reached}</span>
            </>
          )}
        </Combobox>
      )}
    </Field>
  )
}
