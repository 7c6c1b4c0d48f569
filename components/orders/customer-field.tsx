'use client'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Id } from '#components/ui/id.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** A customer as far as choosing one needs: what they are called, and how they are reached. */
export type FoundCustomer = { id: string; called: string; reached: string }

type CustomerFieldProps = {
  /** The customer that the form begins with, if any. */
  initial: FoundCustomer | null
  /** What was typed into a form that was sent without script. */
  typed: string | undefined
  error: string | undefined
}

/** For whom an order is: an id, or with script somebody who is found by name, e-mail or phone. */
export function CustomerField({ initial, typed, error }: CustomerFieldProps) {
  const [chosen, setChosen] = useState(initial)
  const [text, setText] = useState(typed ?? '')
  const found = useFound(chosen === null ? text : '')
  const choose = (customer: FoundCustomer | null) => {
    setChosen(customer)
    setText('')
  }
  if (chosen !== null) return <Chosen customer={chosen} error={error} onRemove={() => choose(null)} />
  return (
    <div className="min-w-0">
      <Field label="Customer" optional error={error} hint="Known details are prefilled at checkout.">
        {(control) => (
          <TextInput
            {...control}
            name="customer_id"
            value={text}
            onChange={(event) => setText(event.target.value)}
            // Enter takes the only one that is found; it does not send the form.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (found?.length === 1 && found[0]) choose(found[0])
            }}
            placeholder="Name, email, phone or customer ID"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div role="status">
        {found?.length === 0 && <p className="mt-1 text-small text-ink-2">No customers found.</p>}
        {found && found.length > 0 && (
          <ul className="lifted mt-1.5 p-1" aria-label="Customers found">
            {found.map((customer) => (
              <li key={customer.id}>
                <button type="button" className="menu-item" onClick={() => choose(customer)}>
                  <span className="min-w-0 flex-1 truncate">{customer.called}</span>
                  <span className="num max-w-3/5 truncate text-small text-ink-2">{customer.reached}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type ChosenProps = { customer: FoundCustomer; error: string | undefined; onRemove: () => void }

function Chosen({ customer, error, onRemove }: ChosenProps) {
  return (
    <Field label="Customer" optional error={error} className="min-w-0">
      {({ required: _, ...control }) => (
        <>
          <input type="hidden" name="customer_id" value={customer.id} />
          <div className="flex items-center gap-3 rounded-control border border-line-strong px-2.5 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-[540]">{customer.called}</p>
              <p className="num truncate text-small text-ink-2">{customer.reached}</p>
              <Id value={customer.id} href={`/customers/${customer.id}`} />
            </div>
            <Button
              {...control}
              variant="quiet"
              size="icon"
              aria-label={`Remove ${customer.called}`}
              onClick={onRemove}
              className="noscript:hidden"
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        </>
      )}
    </Field>
  )
}

/** Customers found by a text; null while there is too little of it, or the answer is on its way. */
function useFound(text: string): FoundCustomer[] | null {
  const q = text.trim()
  const [found, setFound] = useState<{ q: string; items: FoundCustomer[] } | null>(null)
  useEffect(() => {
    if (q.length < 3) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const response = await fetch(`/customers/find?${new URLSearchParams({ q })}`, {
        signal: stop.signal,
      }).catch(() => null)
      if (response?.ok) setFound({ q, items: ((await response.json()) as { items: FoundCustomer[] }).items })
    }, 250)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q])
  return found !== null && found.q === q ? found.items : null
}
