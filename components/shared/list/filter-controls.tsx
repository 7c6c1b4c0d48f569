import type { ReactNode } from 'react'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { checkbox } from '#components/ui/looks.ts'
import type { Query } from '#components/ui/query.ts'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { openBound } from '#lib/filters/filter-terms.ts'
import { type Choices, type Control, type ListFilter, withPeriod } from '#lib/filters/list-params.ts'
import { PERIODS, readPeriod } from '#lib/filters/period.ts'
import { currencySymbol, formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'
import type { Reader } from './list.ts'

/**
 * The control of a filter, from its declaration; null where it has none now.
 * @param tabs the search params of each tab, which a control need not offer
 */
export function controlOf(
  filter: ListFilter,
  query: Query,
  reader: Reader,
  tabs: readonly Query[] = [],
): Filter | null {
  const { control, names, term } = filter
  const [name = ''] = names
  const value = query[name]
  switch (control.kind) {
    case 'hidden':
      return null
    case 'text':
      return control.whenSet && value === undefined ? null : textFilter(query, name, control)
    case 'choice':
      return choiceControl(query, name, { ...control, choices: control.choices ?? reader.choices ?? {} })
    case 'boxes':
      return tabs.some((set) => set[name] === value && value !== undefined)
        ? null
        : boxesFilter(query, name, control)
    case 'tab': {
      const placeholder = term?.values?.(reader).slice(0, 2).join(',') ?? ''
      return value?.includes(',') ? textFilter(query, name, { label: control.label, placeholder }) : null
    }
    case 'period': {
      const period = withPeriod(query, control.standard)
      const { words } = readPeriod(period, control.zone ?? reader.zone, reader.now)
      return { ...periodFilter(period, words), label: control.label }
    }
    case 'amount':
      return { ...amountFilter(query, reader.currency, reader.grouping), label: control.label }
    case 'selected':
      return selectedFilter(value)
  }
}

/** A filter by creation time: a named period, or two timestamps. `words` describes the search params. */
function periodFilter(query: Query, words: string | null): Filter {
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
function amountFilter(query: Query, currency: string, grouping: Grouping): Filter {
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

type TextControl = Omit<Control & { kind: 'text' }, 'kind'>

/** Free text; `inputMode` chooses the keyboard of a phone. */
function textFilter(
  query: Query,
  name: string,
  { label, placeholder, inputMode, maxLength }: TextControl,
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
        inputMode={inputMode}
        maxLength={maxLength}
      />
    ),
  }
}

type ChoiceControl = Control & { kind: 'choice' } & { choices: Choices }

function choiceControl(query: Query, name: string, control: ChoiceControl): Filter {
  const { label, choices, any, everything, shownAs } = control
  const value = query[name]
  const [choice, words] = (value !== undefined && shownAs?.(value)) || []
  const shown =
    choice === undefined || words === undefined
      ? choiceFilter(query, name, label, choices, any)
      : choiceFilter({ ...query, [name]: choice }, name, label, { ...choices, [choice]: words }, any)
  return value !== undefined && value === everything ? { ...shown, value: null } : shown
}

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

function boxesFilter(query: Query, name: string, { label, choices }: Control & { kind: 'boxes' }): Filter {
  const value = query[name]
  const ticked = value?.split(',') ?? []
  return {
    names: [name],
    label,
    value: value === undefined ? null : ticked.map((one) => choices[one] ?? one).join(', '),
    // Ticked boxes are sent under one name.
    control: (
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(choices).map(([option, words]) => (
          <label key={option}>
            <input
              type="checkbox"
              className={checkbox}
              name={name}
              value={option}
              defaultChecked={ticked.includes(option)}
            />
            {words}
          </label>
        ))}
      </div>
    ),
  }
}

/** Rows that were selected one by one. It shows only while it is set. */
function selectedFilter(ids: string | undefined): Filter | null {
  if (ids === undefined) return null
  const count = ids.split(',').length
  return {
    names: ['ids'],
    label: 'Selected',
    value: `${count} ${count === 1 ? 'row' : 'rows'}`,
    control: (
      <>
        <input type="hidden" name="ids" value={ids} />
        <p className="max-w-60 text-small text-ink-2">Remove this filter to see all rows.</p>
      </>
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
