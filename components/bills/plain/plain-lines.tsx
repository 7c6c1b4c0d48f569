import { FieldError } from '#components/ui/field.tsx'
import type { Shown } from './plain-fields.tsx'

const COLUMNS = [
  ['name', 'Item'],
  ['hsn_code', 'HSN/SAC'],
  ['quantity', 'Quantity'],
  ['price', 'Price'],
  ['discount', 'Discount'],
] as const

type PlainLinesProps = { shown: Shown; rows: number; rates: [value: string, words: string][] }

/** A fixed number of lines; those that are left blank are none. */
export function PlainLines({ shown, rows, rates }: PlainLinesProps) {
  return (
    <fieldset className="min-w-0 overflow-x-auto">
      <legend className="mb-2 text-lead font-semibold">Lines</legend>
      <table className="w-full min-w-150 text-table">
        <thead className="text-left text-ink-3">
          <tr>
            {COLUMNS.map(([name, label]) => (
              <th key={name} scope="col" className={`pb-1 font-normal ${name === 'name' ? 'w-2/5' : ''}`}>
                {label}
              </th>
            ))}
            <th scope="col" className="w-24 pb-1 font-normal">
              GST
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are always the same eight.
            <PlainLine key={row} row={row} shown={shown} rates={rates} />
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

function PlainLine({ row, shown, rates }: Pick<PlainLinesProps, 'shown' | 'rates'> & { row: number }) {
  const path = (name: string) => `lines.${row}.${name}`
  const problems = [...COLUMNS.map(([name]) => name), 'rate'].flatMap(
    (name) => shown.problem(path(name)) ?? [],
  )
  return (
    <>
      <tr>
        {COLUMNS.map(([name, label]) => (
          <td key={name} className="pr-1.5 pb-1">
            <input
              name={path(name)}
              aria-label={`${label} of line ${row + 1}`}
              aria-invalid={shown.problem(path(name)) ? true : undefined}
              defaultValue={shown.values[path(name)]}
              className="input input-small"
              autoComplete="off"
            />
          </td>
        ))}
        <td className="pb-1">
          <select
            key={shown.values[path('rate')]}
            name={path('rate')}
            aria-label={`GST of line ${row + 1}`}
            defaultValue={shown.values[path('rate')] ?? '18'}
            className="input input-small line-select"
          >
            {rates.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </td>
      </tr>
      {problems.length > 0 && (
        <tr>
          <td colSpan={COLUMNS.length + 1} className="pb-2">
            <FieldError id={`plain-line-${row}`} error={[...new Set(problems)].join(' ')} />
          </td>
        </tr>
      )}
    </>
  )
}
