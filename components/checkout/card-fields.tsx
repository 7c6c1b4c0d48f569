'use client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextInput } from '#components/ui/text-input.tsx'
import { cvvLengthOf, formatCardNumber, type Network, networkOf } from '#lib/values/card.ts'
import { formatExpiry } from '#lib/values/card-expiry.ts'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'

/** Number, expiry, CVV and name. The number and the CVV stay in the browser's inputs and are sent once. */
export function CardFields({ errors, values, focused }: FieldsProps) {
  const number = useRef<HTMLInputElement>(null)
  const [network, setNetwork] = useState<Network>('Unknown')
  // Input from before this script loaded.
  useEffect(() => setNetwork(networkIn(number.current)), [])
  const digits = cvvLengthOf(network)
  return (
    <>
      <Labelled
        name="number"
        label="Card number"
        error={errors.number}
        aside={NETWORK_WORDS[network] ?? network}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={number}
            autoFocus={focused === 'number'}
            inputMode="numeric"
            autoComplete="cc-number"
            spellCheck={false}
            maxLength={30}
            figures
            defaultValue={values.number}
            onInput={(event) => {
              keepGrouped(event)
              setNetwork(networkIn(event.currentTarget))
            }}
          />
        )}
      </Labelled>
      <div className="grid grid-cols-2 items-start gap-3">
        <Labelled name="expiry" label="Expiry" error={errors.expiry}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus={focused === 'expiry'}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              maxLength={9}
              figures
              defaultValue={values.expiry}
              onInput={slashOnInput}
            />
          )}
        </Labelled>
        <Labelled name="cvv" label="CVV" error={errors.cvv}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus={focused === 'cvv'}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={digits === 4 ? '4 digits, on the front' : '3 digits'}
              maxLength={4}
              figures
              defaultValue={values.cvv}
            />
          )}
        </Labelled>
      </div>
      <Labelled name="name" label="Name on card" error={errors.name} optional>
        {(control) => (
          <TextInput
            {...control}
            autoFocus={focused === 'name'}
            autoComplete="cc-name"
            spellCheck={false}
            defaultValue={values.name}
          />
        )}
      </Labelled>
    </>
  )
}

/** The networks' own spelling; empty for an unknown number. */
const NETWORK_WORDS: Partial<Record<Network, string>> = { MasterCard: 'Mastercard', Unknown: '' }

function networkIn(input: HTMLInputElement | null): Network {
  return networkOf((input?.value ?? '').replace(/\D/g, ''))
}

/** Groups the digits as on the card, and leaves the caret behind the digit that it was behind. */
function keepGrouped(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const before = (input.value.slice(0, input.selectionStart ?? input.value.length).match(/\d/g) ?? []).length
  const grouped = formatCardNumber(input.value.replace(/\D/g, '').slice(0, 19))
  if (grouped === input.value) return
  input.value = grouped
  if (document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < before && caret < grouped.length; caret += 1)
    if (/\d/.test(grouped.charAt(caret))) seen += 1
  input.setSelectionRange(caret, caret)
}

/** The slash comes by itself while one writes, and stays away while one deletes. */
function slashOnInput(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const typed = (event.nativeEvent as InputEvent).inputType ?? 'insertText'
  const atEnd = input.selectionStart === input.value.length || document.activeElement !== input
  if (!typed.startsWith('delete') && atEnd) input.value = formatExpiry(input.value)
}
