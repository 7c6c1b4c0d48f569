import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { checkbox } from '#components/ui/looks.ts'
import type { Query } from '#components/ui/query.ts'
import type { Reader as ParamReader } from '#lib/filters/filter-terms.ts'
import {
  amountParam,
  type ListParam,
  notesParam,
  param,
  periodParam,
  withPeriod,
} from '#lib/filters/list-params.ts'
import { readPeriod } from '#lib/filters/period.ts'
import {
  amountFilter,
  type Choices,
  choiceFilter,
  periodFilter,
  type Typed,
  textFilter,
} from './filter-controls.tsx'
import type { Reader } from './list.ts'

/** A filter of a list: its search params (lib/filters/list-params.ts), and its control. */
export type ListFilter = ListParam & {
  /** Null without a control: a tab sets it, or only a link. */
  control(query: Query, reader: Reader): Filter | null
  /** The value that is meant where none is set. */
  standard?: string
}

const NO_CONTROL = () => null

/** The search param of a filter that has one. */
function nameOf({ names: [name = ''] }: ListParam): string {
  return name
}

/** When rows were created. @param standard the period that is meant where none is chosen */
export function period(label = 'Created', standard?: string): ListFilter {
  return {
    ...periodParam(standard),
    control(query, { zone, now }) {
      const chosen = withPeriod(query, standard)
      return { ...periodFilter(chosen, readPeriod(chosen, zone, now).words), label }
    },
  }
}

/** The same filter with days of a fixed zone, whatever the reader's is: that of the dates that a bank wrote. */
export function inZone(filter: ListFilter, zone: string): ListFilter {
  const there = <R extends ParamReader>(reader: R): R => ({ ...reader, zone })
  const { term } = filter
  return {
    ...filter,
    read: (query, reader) => filter.read(query, there(reader)),
    control: (query, reader) => filter.control(query, there(reader)),
    ...(term && {
      term: {
        ...term,
        read: (token, reader) => term.read(token, there(reader)),
        write: (query, reader) => term.write(query, there(reader)),
      },
    }),
  }
}

/** From one amount to another, typed as people write amounts. */
export function amount(label = 'Amount'): ListFilter {
  return {
    ...amountParam(),
    control: (query, { currency, grouping }) => ({ ...amountFilter(query, currency, grouping), label }),
  }
}

/** Free text. `whenSet`: it has a control only while it is set. */
type TextLook = Typed & { label: string; placeholder: string; whenSet?: true }

export function text(param: ListParam, look: TextLook): ListFilter {
  const { label, placeholder, whenSet, ...typed } = look
  const name = nameOf(param)
  return {
    ...param,
    control: (query) =>
      whenSet && query[name] === undefined ? null : textFilter(query, name, label, placeholder, typed),
  }
}

/** One of a few; the choices may be those that there are. */
type ChoiceLook = { label: string; choices: Choices | ((reader: Reader) => Choices) }

export function choice(param: ListParam, { label, choices }: ChoiceLook): ListFilter {
  const choicesOf = (reader: Reader) => (typeof choices === 'function' ? choices(reader) : choices)
  const { term } = param
  return {
    ...param,
    ...(term && { term: { values: (reader) => Object.keys(choicesOf(reader as Reader)), ...term } }),
    control: (query, reader) => choiceFilter(query, nameOf(param), label, choicesOf(reader)),
  }
}

/** On, or not there. */
export function yes(param: ListParam, label: string, word: string): ListFilter {
  return choice(param, { label, choices: { 1: word } })
}

/** A search param that tabs or links set, without a control. @param standard its value where it is not set */
export function hidden(param: ListParam, standard?: string): ListFilter {
  const filter = { ...param, control: NO_CONTROL }
  return standard === undefined ? filter : withStandard(filter, standard)
}

/** A filter that is set where its search param is not. @param standard the value that is meant then */
export function withStandard(filter: ListFilter, standard: string): ListFilter {
  return {
    ...filter,
    standard,
    read: (query, reader) => filter.read({ [nameOf(filter)]: standard, ...query }, reader),
  }
}

/** The filter of the tabs. A combination without a tab is a filter with a chip. */
export function tabbed(param: ListParam, label = 'Status'): ListFilter {
  const name = nameOf(param)
  return {
    ...param,
    control: (query, reader) =>
      query[name]?.includes(',')
        ? textFilter(query, name, label, param.term?.values?.(reader).slice(0, 2).join(',') ?? '')
        : null,
  }
}

/** Several of a few, as checkboxes. `unlessTab`: the values that have a tab. */
type BoxesLook = {
  label: string
  word: (value: string) => string
  unlessTab?: readonly string[]
}

export function boxes(param: ListParam, look: BoxesLook): ListFilter {
  const { label, word, unlessTab = [] } = look
  const name = nameOf(param)
  return {
    ...param,
    joined: true,
    control(query, reader) {
      const value = query[name]
      const values = param.term?.values?.(reader) ?? []
      if (value !== undefined && unlessTab.includes(value)) return null
      const words = value?.split(',').map((one) => (values.includes(one) ? word(one) : one))
      return {
        names: [name],
        label,
        value: words?.join(', ') ?? null,
        control: <Boxes name={name} value={value} options={values.map((one) => [one, word(one)])} />,
      }
    },
  }
}

const { term: _, ...ids } = param(
  'ids',
  z.string().transform((text) => text.split(',').filter(Boolean)),
)

/** Rows that were selected one by one. It shows only while it is set. */
export const SELECTED: ListFilter = {
  ...ids,
  joined: true,
  control({ ids: chosen }) {
    if (chosen === undefined) return null
    const count = chosen.split(',').length
    return {
      names: ['ids'],
      label: 'Selected',
      value: `${count} ${count === 1 ? 'row' : 'rows'}`,
      control: (
        <>
          <input type="hidden" name="ids" value={chosen} />
          <p className="max-w-60 text-small text-ink-2">Remove this filter to see all rows.</p>
        </>
      ),
    }
  },
}

/** A pair of notes, or only its key. */
export function notes(): ListFilter {
  return {
    ...notesParam(),
    control: (query) => textFilter(query, 'notes', 'Notes', 'shop=Mysuru 2, or shop'),
  }
}

type BoxesProps = { name: string; value: string | undefined; options: [string, ReactNode][] }

/** Ticked boxes are sent under one name. */
function Boxes({ name, value, options }: BoxesProps) {
  const ticked = value?.split(',') ?? []
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {options.map(([option, words]) => (
        <label key={option} className="flex items-center gap-1.5 text-table">
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
  )
}
