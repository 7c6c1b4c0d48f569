import type { ReactNode } from 'react'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { openBound } from '#lib/filters/filter-terms.ts'
import { PERIODS } from '#lib/filters/period.ts'
import { currencySymbol, formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'

/** A filter by creation time: a named period, or two timestamps. `words` describes the search params. */
export function periodFilter(query: Query, words: string | null): Filter {
  return {
    names: ['period', 'from', 'to'],
    label: 'Created',
    value: words,
    control: (
      <div className="grid gap-1.5">
        <Choice name="period" label="Period" value={query.period} options={Object.entries(PERIODS)} />
        <div className="grid grid-cols-2 gap-1.5">
          <TextInput
            small
            name="from"
            aria-label="From"
            defaultValue={query.from}
            placeholder="from"
            autoComplete="off"
          />
          <TextInput
            small
            name="to"
            aria-label="To"
            defaultValue={query.to}
            placeholder="to"
            autoComplete="off"
          />
        </div>
        <p className="max-w-60 text-small text-ink-2">
          Enter 2026-11-03, last Monday, yesterday 18:00 or Unix seconds. Custom dates override the period.
        </p>
      </div>
    ),
  }
}

/** From one amount to another, typed as people write amounts. */
export function amountFilter(query: Query, currency: string, grouping: Grouping): Filter {
  const symbol = currencySymbol(currency)
  const look = {
    small: true,
    figures: true,
    inputMode: 'decimal',
    before: symbol,
    autoComplete: 'off',
  } as const
  return {
    names: ['min', 'max'],
    label: 'Amount',
    value: amountWords(query, currency, grouping),
    control: (
      <div className="grid grid-cols-2 gap-1.5">
        <TextInput
          {...look}
          name="min"
          aria-label="Minimum amount"
          defaultValue={query.min}
          placeholder="least"
        />
        <TextInput
          {...look}
          name="max"
          aria-label="Maximum amount"
          defaultValue={query.max}
          placeholder="most"
        />
      </div>
    ),
  }
}

export type Typed = { inputMode?: 'email' | 'tel' | 'numeric'; maxLength?: number }

/** Free text; `typed` chooses the keyboard of a phone. */
export function textFilter(
  query: Query,
  name: string,
  label: string,
  placeholder: string,
  typed: Typed = {},
): Filter {
  return {
    names: [name],
    label,
    value: query[name] ?? null,
    control: (
      <TextInput
        small
        name={name}
        aria-label={label}
        defaultValue={query[name]}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        {...typed}
      />
    ),
  }
}

/** The words of each value. */
export type Choices = Readonly<Record<string, string>>

export function choiceFilter(
  query: Query,
  name: string,
  label: string,
  options: Choices,
  any?: string,
): Filter {
  const value = query[name]
  const words = value?.split(',').map((one) => options[one] ?? one)
  // A text of filters can set several. They stay set when other filters are applied.
  const several = words && words.length > 1 ? { [String(value)]: words.join(', ') } : {}
  return {
    names: [name],
    label,
    value: words?.join(', ') ?? null,
    control: (
      <Choice
        name={name}
        label={label}
        value={value}
        {...(any === undefined ? {} : { any })}
        options={Object.entries({ ...options, ...several })}
      />
    ),
  }
}

type ChoiceProps = {
  name: string
  label: string
  value: string | undefined
  /** What no choice means. */
  any?: string
  options: [string, ReactNode][]
}

function Choice({ name, label, value, any = 'Any', options }: ChoiceProps) {
  return (
    <Select small name={name} aria-label={label} defaultValue={value ?? ''}>
      <option value="">{any}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  )
}

export function amountWords({ min, max }: Query, currency: string, grouping: Grouping): string | null {
  const shown = (typed: string) => {
    const amount = parseMoney(typed, currency)
    return amount === null ? typed : formatMoney(amount, currency, grouping)
  }
  const above = openBound(min, 1, currency)
  const below = openBound(max, -1, currency)
  const least = above === null ? min && `from ${shown(min)}` : `more than ${shown(above)}`
  const most = below === null ? max && `up to ${shown(max)}` : `less than ${shown(below)}`
  if (min === undefined) return most ?? null
  if (max === undefined) return least ?? null
  if (above !== null || below !== null) return `${least}, ${most}`
  return min === max ? shown(min) : `${shown(min)} to ${shown(max)}`
}
