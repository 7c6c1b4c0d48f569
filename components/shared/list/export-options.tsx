import type { ReactNode } from 'react'
import { FORMATS } from '#components/exports/schedule-labels.ts'
import { AllOrNone } from '#components/shared/form/all-or-none.tsx'
import { Button } from '#components/ui/button.tsx'
import { Download } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { checkbox } from '#components/ui/looks.ts'
import { hrefWith, type Query } from '#components/ui/query.ts'

type ExportOptionsProps = {
  /** Of the list: its route `export` takes the form. */
  path: string
  /** The filters of the list that are set, and those with the ones that it has without any. */
  query: Query
  filters: Query
  /** The filters as text, with the days of a named period. */
  text: string
  /** The names of all columns, in the order of the file. */
  columns: string[]
}

/** The format, the columns and the head of an export: a plain form, which needs no script. */
export function ExportOptions({ path, query, columns, text, ...list }: ExportOptionsProps) {
  const filters = Object.entries(list.filters)
  return (
    <form action={`${path}/export`} className="grid max-w-150 gap-5">
      {filters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <section>
        <h2 className="font-semibold">Filters</h2>
        {text === '' ? (
          <p className="text-table text-ink-2">None: the whole list.</p>
        ) : (
          <p className="text-table text-ink-2 wrap-anywhere">
            <span className="mono text-ink">{text}</span>{' '}
            <Link href={hrefWith(path, query)} className="link">
              Change filters
            </Link>
          </p>
        )}
      </section>
      <fieldset>
        <legend className="mb-1 font-semibold">Format</legend>
        <div className="grid gap-1.5">
          {FORMATS.map(({ value, label, hint }, at) => (
            <Option key={value} name="format" value={value} type="radio" checked={at === 0}>
              {label}
              <span className="block text-small text-ink-2">{hint}</span>
            </Option>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-semibold">Head</legend>
        <Option name="head" value="1" type="checkbox" checked>
          Begin with the list, filter, time zone and time of the export
        </Option>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-semibold">Columns</legend>
        <AllOrNone name="columns" />
        <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 narrow:grid-cols-1">
          {columns.map((name) => (
            <Option key={name} name="columns" value={name} type="checkbox" checked>
              <span className="mono wrap-anywhere">{name}</span>
            </Option>
          ))}
        </div>
      </fieldset>
      <div>
        <Button type="submit" variant="primary">
          <Download aria-hidden="true" /> Export
        </Button>
      </div>
    </form>
  )
}

type OptionProps = {
  name: string
  value: string
  type: 'radio' | 'checkbox'
  checked?: boolean
  children: ReactNode
}

function Option({ name, value, type, checked = false, children }: OptionProps) {
  return (
    <label className="flex items-start gap-2.5 text-table">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        className={type === 'checkbox' ? `${checkbox} mt-0.5` : 'mt-0.5 size-4 flex-none'}
      />
      <span>{children}</span>
    </label>
  )
}
