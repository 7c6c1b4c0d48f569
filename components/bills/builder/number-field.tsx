'use client'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLookup } from '#components/shared/queries.ts'
import { BillTextField, useBillForm } from './form-context.tsx'

type Suggested = { receipt_number: string; after: string | null }

const CLASS = 'col-span-3 max-phone:col-span-6'

export function IssuedNumberField() {
  return (
    <BillTextField
      name="receipt_number"
      label="Number"
      mono
      readOnly
      hint="Can't be changed after issue."
      className={CLASS}
    />
  )
}

/**
 * The number of a new bill: the next one of its type and store, also when these are chosen later. A number that the
 * person typed stays.
 * @param after the last number of the series that the form begins with
 */
export function NumberField({ after }: { after: string | null }) {
  const { last, replacement } = useSuggestion(after)
  const own = 'You can enter your own.'
  return (
    <div className={CLASS}>
      <BillTextField
        name="receipt_number"
        label="Number"
        mono
        maxLength={64}
        hint={last ? `Last number: ${last}.` : last === null ? `First number of a series. ${own}` : own}
      />
      <p role="status" className="sr-only">
        {replacement && `Number changed to ${replacement}.`}
      </p>
    </div>
  )
}

/**
 * Suggests the number of the chosen type and store in place of the one that was suggested before.
 * @returns the last number of that series, once it is known, and the number that took the place of another
 */
function useSuggestion(after: string | null) {
  const form = useBillForm()
  const first = form.formState.defaultValues
  const [type, typedStore] = useWatch({ control: form.control, name: ['receipt_type', 'store_code'] })
  const store = typedStore.trim()
  const begun = type === first?.receipt_type && store === first.store_code?.trim()
  const query = new URLSearchParams({ receipt_type: type, store_code: store })
  const found = useLookup<Suggested>(begun ? null : `/bills/next-number?${query}`)
  const next = begun ? first.receipt_number : found?.receipt_number
  const suggested = useRef(first?.receipt_number)
  const [replacement, setReplacement] = useState<string | null>(null)
  useEffect(() => {
    if (!next) return
    const number = form.getValues('receipt_number')
    if (number !== '' && number !== suggested.current && number !== next) return
    suggested.current = next
    if (number === next) return
    form.setValue('receipt_number', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    setReplacement(next)
  }, [next, form])
  return { last: begun ? after : found?.after, replacement }
}
