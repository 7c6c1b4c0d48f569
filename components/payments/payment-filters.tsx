import type { ReactNode } from 'react'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { Select } from '#components/ui/select.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PAYMENT_METHODS, PAYMENT_STATUSES, type PaymentMethod, type PaymentStatus } from '#lib/domain/payments/schema.ts'
import { formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'
import { PERIODS } from '#lib/values/period.ts'
import { FAILURE_WORDS, reasonWord } from './failure-words.ts'
import { METHOD_WORDS } from './method-words.ts'

type Reader = {
  query: Query
  currency: string
  grouping: Grouping
  /** The period of the address in words. */
  period: string | null
  /** The tab that is open stands for the status, which is then no filter of its own. */
  tabbed: boolean
}

const REFUNDED: Record<string, string> = { none: 'nothing back', partial: 'partly', full: 'in full', any: 'partly or in full' }

/** The filters of the list as chips and controls, in the order in which people reach for them. */
export function paymentFilters({ query, currency, grouping, period, tabbed }: Reader): Filter[] {
  const status: Filter = {
    names: ['status'],
    label: 'Status',
    value: listed(query.status, (one) => statusWord({ kind: 'payment', status: one as PaymentStatus }), PAYMENT_STATUSES),
    control: <Boxes name="status" value={query.status} options={PAYMENT_STATUSES.map((one) => [one, statusWord({ kind: 'payment', status: one })])} />,
  }
  return [
    ...(tabbed ? [] : [status]),
    { names: ['period', 'from', 'to'], label: 'Created', value: period, control: <PeriodControl query={query} /> },
    { names: ['min', 'max'], label: 'Amount', value: amountWords(query, currency, grouping), control: <AmountControl query={query} currency={currency} /> },
    {
      names: ['method'],
      label: 'Method',
      value: listed(query.method, (one) => METHOD_WORDS[one as PaymentMethod], PAYMENT_METHODS),
      control: <Boxes name="method" value={query.method} options={PAYMENT_METHODS.map((one) => [one, METHOD_WORDS[one]])} />,
    },
    text(query, 'email', 'E-mail', { inputMode: 'email', placeholder: 'asha@example.com' }),
    text(query, 'contact', 'Phone', { inputMode: 'tel', placeholder: '98765 43210' }),
    text(query, 'last4', 'Card ending', { inputMode: 'numeric', placeholder: '1007', maxLength: 4 }),
    text(query, 'order', 'Order or receipt', { placeholder: 'KS-20418 or order_…' }),
    text(query, 'reference', 'Bank reference', { placeholder: 'RRN, ARN, UTR or auth code' }),
    {
      names: ['refunded'],
      label: 'Refunded',
      value: query.refunded ? (REFUNDED[query.refunded] ?? query.refunded) : null,
      control: <Choice name="refunded" label="Refunded" value={query.refunded} options={Object.entries(REFUNDED)} />,
    },
    {
      names: ['error'],
      label: 'Failure',
      value: query.error ? reasonWord(query.error).toLowerCase() : null,
      control: <Choice name="error" label="Failure" value={query.error} options={Object.entries(FAILURE_WORDS).map(([reason, { short }]) => [reason, short])} />,
    },
    text(query, 'notes', 'Notes', { placeholder: 'shop=Mysuru 2, or shop' }),
    text(query, 'q', 'Search', { placeholder: 'E-mail, phone, amount, reference' }),
  ]
}

type InputLook = { inputMode?: 'email' | 'tel' | 'numeric'; placeholder: string; maxLength?: number }

function text(query: Query, name: string, label: string, look: InputLook): Filter {
  const control = <TextInput small type="text" name={name} aria-label={label} defaultValue={query[name]} autoComplete="off" spellCheck={false} {...look} />
  return { names: [name], label, value: query[name] ?? null, control }
}

function PeriodControl({ query }: { query: Query }) {
  return (
    <div className="grid gap-1.5">
      <Choice name="period" label="Period" value={query.period} options={Object.entries(PERIODS)} />
      <div className="grid grid-cols-2 gap-1.5">
        <TextInput small name="from" aria-label="From" defaultValue={query.from} placeholder="from" autoComplete="off" />
        <TextInput small name="to" aria-label="To" defaultValue={query.to} placeholder="to" autoComplete="off" />
      </div>
      <p className="max-w-60 text-small text-ink-2">From and to take 2026-11-03, yesterday 18:00, or Unix seconds, and count instead of the period.</p>
    </div>
  )
}

function AmountControl({ query, currency }: { query: Query; currency: string }) {
  const symbol = formatMoney(0, currency).replace(/[\d.,\s]/g, '')
  return (
    <div className="grid grid-cols-2 gap-1.5">
      <TextInput small figures inputMode="decimal" name="min" aria-label="Least amount" before={symbol} defaultValue={query.min} placeholder="least" autoComplete="off" />
      <TextInput small figures inputMode="decimal" name="max" aria-label="Most amount" before={symbol} defaultValue={query.max} placeholder="most" autoComplete="off" />
    </div>
  )
}

function Choice({ name, label, value, options }: { name: string; label: string; value: string | undefined; options: [string, string][] }) {
  return (
    <Select small name={name} aria-label={label} defaultValue={value ?? ''}>
      <option value="">Any</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  )
}

/** Several of a few; ticked boxes are sent under one name. */
function Boxes({ name, value, options }: { name: string; value: string | undefined; options: [string, ReactNode][] }) {
  const ticked = value?.split(',') ?? []
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {options.map(([option, words]) => (
        <label key={option} className="flex items-center gap-1.5 text-table">
          <input type="checkbox" className="checkbox" name={name} value={option} defaultChecked={ticked.includes(option)} />
          {words}
        </label>
      ))}
    </div>
  )
}

function listed(value: string | undefined, word: (one: string) => string, known: readonly string[]): string | null {
  if (value === undefined) return null
  return value
    .split(',')
    .map((one) => (known.includes(one) ? word(one) : one))
    .join(', ')
}

function amountWords({ min, max }: Query, currency: string, grouping: Grouping): string | null {
  const shown = (typed: string) => {
    const amount = parseMoney(typed, currency)
    return amount === null ? typed : formatMoney(amount, currency, grouping)
  }
  if (min === undefined) return max === undefined ? null : `up to ${shown(max)}`
  if (max === undefined) return `from ${shown(min)}`
  return min === max ? shown(min) : `${shown(min)} to ${shown(max)}`
}
