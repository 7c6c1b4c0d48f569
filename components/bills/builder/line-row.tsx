'use client'
import { X } from 'lucide-react'
import { memo } from 'react'
import type { DraftLine } from '#components/bills/draft/draft.ts'
import type { GridColumn } from '#components/bills/draft/paste.ts'
import { Button } from '#components/ui/button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { Money } from '#components/ui/money.tsx'
import { UNITS } from '#lib/domain/bills/schema/line-item.ts'
import { useBillForm, useProblem } from './form-context.tsx'
import { useLiveBill } from './live.tsx'

type LineRowProps = {
  row: number
  initial: DraftLine
  rates: [value: string, words: string][]
  currency: string
  onRemove: () => void
}

/** One line: what, how many, at what price, and what it comes to. */
export const LineRow = memo(function LineRow({ row, initial, rates, currency, onRemove }: LineRowProps) {
  return (
    <li className="line-row">
      <Cell row={row} column="name" label="Item" initial={initial.name} placeholder="Item description" />
      <Cell
        row={row}
        column="hsn_code"
        label="HSN or SAC"
        initial={initial.hsn_code}
        mono
        placeholder="HSN"
      />
      <Cell
        row={row}
        column="quantity"
        label="Quantity"
        initial={initial.quantity}
        figures="numeric"
        placeholder="1"
      />
      <Choice row={row} column="unit" label="Unit" initial={initial.unit} options={UNIT_OPTIONS} />
      <Cell
        row={row}
        column="price"
        label="Price"
        initial={initial.price}
        figures="decimal"
        placeholder="0.00"
      />
      <Cell
        row={row}
        column="discount"
        label="Discount"
        initial={initial.discount}
        figures="text"
        placeholder="—"
      />
      <Choice
        row={row}
        column="rate"
        label="GST"
        initial={initial.rate}
        options={withOwn(rates, initial.rate)}
      />
      <LineAmount row={row} currency={currency} />
      <Button
        variant="quiet"
        size="icon"
        className="line-remove"
        // Reached by Ctrl+Backspace too, so Tab goes on to the next row.
        tabIndex={-1}
        aria-label={`Remove line ${row + 1}`}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
      <LineProblems row={row} />
    </li>
  )
})

type CellProps = {
  row: number
  column: GridColumn
  label: string
  initial: string
  mono?: boolean
  figures?: 'numeric' | 'decimal' | 'text'
  placeholder: string
}

function Cell({ row, column, label, initial, mono, figures, placeholder }: CellProps) {
  const path = `lines.${row}.${column}` as const
  const problem = useProblem(path)
  return (
    <label className="line-cell" data-cell={column}>
      <span className="line-label">{label}</span>
      <input
        {...useBillForm().register(path)}
        data-row={row}
        data-column={column}
        aria-label={`${label} of line ${row + 1}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `line-${row}-problems` : undefined}
        className={`input input-small ${mono ? 'mono' : ''} ${figures ? 'num text-right' : ''}`}
        inputMode={figures}
        defaultValue={initial}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}

type ChoiceProps = Pick<CellProps, 'row' | 'column' | 'label' | 'initial'> & { options: [string, string][] }

function Choice({ row, column, label, initial, options }: ChoiceProps) {
  const path = `lines.${row}.${column}` as const
  return (
    <label className="line-cell" data-cell={column}>
      <span className="line-label">{label}</span>
      <select
        {...useBillForm().register(path)}
        data-row={row}
        data-column={column}
        aria-label={`${label} of line ${row + 1}`}
        className="input input-small line-select"
        defaultValue={initial}
      >
        {/* What was pasted may be none of these: then nothing is chosen, and the bill waits for it. */}
        {column === 'rate' && <option value="">Choose</option>}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the line comes to: after its discount, with the tax where prices include it. */
function LineAmount({ row, currency }: { row: number; currency: string }) {
  const { built } = useLiveBill()
  const at = built.rows.indexOf(row)
  const sum = built.sums.lines[at]
  return (
    <output className="line-amount num" aria-label={`Amount of line ${row + 1}`}>
      {sum ? <Money amount={sum.gross - sum.discount} currency={currency} symbol={false} /> : '—'}
    </output>
  )
}

function LineProblems({ row }: { row: number }) {
  const problems = [
    useProblem(`lines.${row}.name`),
    useProblem(`lines.${row}.hsn_code`),
    useProblem(`lines.${row}.quantity`),
    useProblem(`lines.${row}.price`),
    useProblem(`lines.${row}.discount`),
    useProblem(`lines.${row}.rate`),
  ]
  const said = [...new Set(problems.filter((problem) => problem !== undefined))]
  if (said.length === 0) return null
  return (
    <div className="line-problems">
      <FieldError id={`line-${row}-problems`} error={said.join(' ')} />
    </div>
  )
}

const UNIT_OPTIONS: [string, string][] = [['', '—'], ...UNITS.map((unit): [string, string] => [unit, unit])]

/** A rate that came by the interface is offered too, so that opening a bill changes nothing on it. */
function withOwn(rates: [string, string][], own: string): [string, string][] {
  return rates.some(([value]) => value === own) ? rates : [...rates, [own, `${own}%`]]
}
