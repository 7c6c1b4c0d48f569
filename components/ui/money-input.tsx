'use client'
import { type ComponentProps, useState } from 'react'
import { usePreferences } from '#components/ui/preferences.ts'
import { decimalOf, exponentOf, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { TextInput } from './text-input.tsx'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  currency: string
  /** Minor units; null while what is typed is no amount. */
  value: number | null
  onChange: (value: number | null) => void
  /** The name that the minor units are sent under when the form is sent as it is. */
  name?: string
}

/** An amount typed in rupees, kept in paise, with what was understood echoed below. Enter does not send the form. */
export function MoneyInput({ currency, value, onChange, name, onKeyDown, ...rest }: MoneyInputProps) {
  const { grouping } = usePreferences()
  const [text, setText] = useState(value === null ? '' : decimalOf(value, currency))
  const understood = parseMoney(text, currency)
  // A value set from outside (a chip "50 %") replaces what was typed.
  const shown = value !== null && value !== understood ? decimalOf(value, currency) : text
  const amount = value !== null && value !== understood ? value : understood
  return (
    <>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        figures
        before={symbolOf(currency)}
        value={shown}
        onChange={(event) => {
          setText(event.target.value)
          onChange(parseMoney(event.target.value, currency))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
          onKeyDown?.(event)
        }}
        {...rest}
      />
      {name && <input type="hidden" name={name} value={amount ?? ''} />}
      <output className="num mt-1 block min-h-4.5 text-small text-ink-2">
        {echo(shown, amount, currency, grouping)}
      </output>
    </>
  )
}

function echo(text: string, amount: number | null, currency: string, grouping: 'indian' | 'western'): string {
  if (text.trim() === '') return ''
  if (amount === null)
    return `Enter an amount, e.g. 1250 or 1250.50, with up to ${exponentOf(currency)} decimals.`
  const figures = new Intl.NumberFormat(grouping === 'indian' ? 'en-IN' : 'en-US').format(amount)
  return `${formatMoney(amount, currency, grouping)} is ${figures} ${currency === 'INR' ? 'paise' : 'in the smallest currency unit'}`
}

function symbolOf(currency: string): string {
  return formatMoney(0, currency).replace(/[\d.,\s]/g, '')
}
