'use client'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

export type FoundCustomer = {
  id: string
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
}

/** Finds somebody by e-mail, phone, name or id; arrow keys go through what is found and Enter takes it. */
export function CustomerPicker({ onChoose }: { onChoose: (customer: FoundCustomer) => void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { found, asked } = useFound(text.trim())
  const open = found.length > 0

  function choose(customer: FoundCustomer | undefined) {
    if (!customer) return
    setText('')
    onChoose(customer)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((now) => Math.min(Math.max(now + step, 0), Math.max(found.length - 1, 0)))
    } else if (event.key === 'Escape') setText('')
  }
  return (
    <div className="relative">
      <Field
        label="Known customer"
        optional
        hint="Search by email, phone, name or ID, or enter the details below."
      >
        {(control) => (
          <TextInput
            {...control}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open ? `${listId}-${active}` : undefined}
            value={text}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div
        id={listId}
        role="listbox"
        aria-label="Customers found"
        hidden={!open}
        className="lifted menu absolute top-17 right-0 left-0 z-30 max-w-none"
      >
        {found.map((customer, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, as a combobox has it.
          <div
            key={customer.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            data-highlighted={at === active ? '' : undefined}
            className="menu-item"
            // Before the field loses the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(customer)}
          >
            <span className="font-[540]">{customer.name ?? customer.email ?? customer.contact}</span>
            <span className="ml-auto truncate text-small text-ink-2">
              {[customer.name && customer.email, customer.contact].filter(Boolean).join(' · ')}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {asked && (open ? `${found.length} found` : 'No customers found')}
      </p>
    </div>
  )
}

/** Who matches; asked once nothing has been typed for a moment. */
function useFound(q: string): { found: FoundCustomer[]; asked: boolean } {
  const [answer, setAnswer] = useState<{ q: string; items: FoundCustomer[] }>({ q: '', items: [] })
  useEffect(() => {
    if (q.length < 2) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const response = await fetch(`/bills/customers?${new URLSearchParams({ q })}`, {
        signal: stop.signal,
      }).catch(() => null)
      if (response?.ok) setAnswer({ q, items: ((await response.json()) as { items: FoundCustomer[] }).items })
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q])
  const asked = q.length >= 2 && answer.q === q
  return { found: asked ? answer.items : [], asked }
}
