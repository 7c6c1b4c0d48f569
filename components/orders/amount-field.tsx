'use client'
import { type ReactNode, type RefCallback, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { decimalOf, formatMoney, parseMoney } from '#lib/values/money-text.ts'

type AmountFieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** What is typed is sent under this name when the form is sent without script. */
  name: string
  currency: string
  /** What stands there at first, as typed. */
  initial: string
  onChange: (amount: number | null) => void
  onBlur: () => void
  /** Where the focus goes when it is refused. */
  inputRef: RefCallback<HTMLInputElement>
  optional?: boolean
}

/** An amount typed in rupees, with the paise it was understood as. Enter does not send the form. */
export function AmountField({
  label,
  hint,
  error,
  name,
  currency,
  initial,
  onChange,
  onBlur,
  inputRef,
  optional,
}: AmountFieldProps) {
  const { grouping } = usePreferences()
  const [text, setText] = useState(initial)
  const amount = parseMoney(text, currency)
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : { required: true })}>
      {({ required, ...control }) => (
        <>
          <TextInput
            {...control}
            ref={inputRef}
            aria-required={required}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            figures
            before={formatMoney(0, currency).replace(/[\d.,\s]/g, '')}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              onChange(parseMoney(event.target.value, currency))
            }}
            onBlur={onBlur}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          {/* Its line is kept free while there is nothing to say, so that typing moves nothing. */}
          {!error && (
            <output className="num mt-1 block min-h-4.5 text-small text-ink-2 noscript:hidden">
              {amount !== null && echo(amount, currency, grouping)}
            </output>
          )}
        </>
      )}
    </Field>
  )
}

/** The text for an amount, as somebody would have typed it. */
export function typedText(amount: number | null, currency: string): string {
  return amount === null ? '' : decimalOf(amount, currency)
}

function echo(amount: number, currency: string, grouping: 'indian' | 'western'): string {
  const figures = new Intl.NumberFormat(grouping === 'indian' ? 'en-IN' : 'en-US').format(amount)
  return `${formatMoney(amount, currency, grouping)} is ${figures} ${currency === 'INR' ? 'paise' : 'in the smallest currency unit'}`
}
