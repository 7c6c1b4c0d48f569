'use client'
import { useState } from 'react'
import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { CustomerPicker } from '#components/customers/customer-picker.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { X } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'

type CustomerFieldProps = {
  initial: FoundCustomer | null
  /** The input of a form that was submitted without script. */
  typed: string | undefined
  error: string | undefined
}

/** The customer of an order: an ID, or with script one who is found by name, email or phone. */
export function CustomerField({ initial, typed, error }: CustomerFieldProps) {
  const [chosen, setChosen] = useState(initial)
  if (chosen !== null) return <Chosen customer={chosen} error={error} onRemove={() => setChosen(null)} />
  return (
    <div className="min-w-0">
      <CustomerPicker
        label="Customer"
        hint="Known details are prefilled at checkout."
        placeholder="Name, email, phone or customer ID"
        name="customer_id"
        typed={initial === null ? typed : ''}
        error={error}
        onChoose={setChosen}
      />
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
