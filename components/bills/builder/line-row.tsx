'use client'
import { memo } from 'react'
import type { DraftLine } from '#components/bills/draft/draft.ts'
import type { GridColumn } from '#components/bills/draft/paste.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { FieldError } from '#components/ui/field.tsx'
import { X } from '#components/ui/icons.tsx'
import { inputLook } from '#components/ui/looks.ts'
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

/** The columns of the grid, one row each where there is room. */
export const lineColumns =
  'grid grid-cols-[minmax(0,1fr)_84px_56px_58px_92px_74px_76px_92px_30px] items-center gap-x-[6px]'

/** A line is two rows where there is less room, and a card on a phone. */
const LINE = `${lineColumns} border-t border-line py-[4px] @max-[50rem]/lines:grid-cols-[repeat(5,minmax(0,1fr))_minmax(0,1.2fr)_30px] @max-[50rem]/lines:gap-y-[5px] @max-[50rem]/lines:py-[9px] @max-[50rem]/lines:[grid-template-areas:"name_name_name_name_name_amount_remove"_"hsn_quantity_unit_price_discount_rate_rate"] @max-[30rem]/lines:grid-cols-[repeat(3,minmax(0,1fr))_30px] @max-[30rem]/lines:[grid-template-areas:"name_name_name_remove"_"hsn_quantity_unit_unit"_"price_discount_rate_rate"_"amount_amount_amount_amount"]`

const AREAS: Record<GridColumn, string> = {
  name: '@max-[50rem]/lines:[grid-area:name]',
  hsn_code: '@max-[50rem]/lines:[grid-area:hsn]',
  quantity: '@max-[50rem]/lines:[grid-area:quantity]',
  unit: '@max-[50rem]/lines:[grid-area:unit]',
  price: '@max-[50rem]/lines:[grid-area:price]',
  discount: '@max-[50rem]/lines:[grid-area:discount]',
  rate: '@max-[50rem]/lines:[grid-area:rate]',
}

/** One line: item, quantity, price, and its amount. */
export const LineRow = memo(function LineRow({ row, initial, rates, currency, onRemove }: LineRowProps) {
  return (
    <li className={LINE}>
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
        className="min-h-[28px]! w-[28px]! @max-[50rem]/lines:[grid-area:remove]"
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
    <label className={`min-w-0 ${AREAS[column]}`}>
      <CellLabel column={column} label={label} />
      <input
        {...useBillForm().register(path)}
        data-row={row}
        data-column={column}
        aria-label={`${label} of line ${row + 1}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `line-${row}-problems` : undefined}
        className={inputLook('small', mono && 'mono', figures && 'num text-right')}
        inputMode={figures}
        defaultValue={initial}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}

/** Shown where there are no column headers; the first cell needs none. */
function CellLabel({ column, label }: { column: GridColumn; label: string }) {
  const shown = column !== 'name' && '@max-[50rem]/lines:block'
  return <span className={classNames('hidden text-[0.75rem]/4 text-ink-3', shown)}>{label}</span>
}

type ChoiceProps = Pick<CellProps, 'row' | 'column' | 'label' | 'initial'> & { options: [string, string][] }

function Choice({ row, column, label, initial, options }: ChoiceProps) {
  const path = `lines.${row}.${column}` as const
  return (
    <label className={`min-w-0 ${AREAS[column]}`}>
      <CellLabel column={column} label={label} />
      <select
        {...useBillForm().register(path)}
        data-row={row}
        data-column={column}
        aria-label={`${label} of line ${row + 1}`}
        className={inputLook('small', 'pr-[2px] pl-[6px]')}
        defaultValue={initial}
      >
        {/* Pasted text may be none of these: then nothing is chosen, and the bill waits for a choice. */}
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

/** The amount of the line: after its discount, with the tax where prices include it. */
function LineAmount({ row, currency }: { row: number; currency: string }) {
  const { built } = useLiveBill()
  const at = built.rows.indexOf(row)
  const sum = built.sums.lines[at]
  return (
    <output
      className='num text-right text-[0.8125rem] font-[580] whitespace-nowrap @max-[50rem]/lines:[grid-area:amount] @max-[30rem]/lines:before:font-[450] @max-[30rem]/lines:before:text-ink-3 @max-[30rem]/lines:before:content-["Amount_"]'
      aria-label={`Amount of line ${row + 1}`}
    >
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
    <div className="col-span-full">
      <FieldError id={`line-${row}-problems`} error={said.join(' ')} />
    </div>
  )
}

const UNIT_OPTIONS: [string, string][] = [['', '—'], ...UNITS.map((unit): [string, string] => [unit, unit])]

/** A rate set through the API is offered too, so that opening a bill changes nothing on it. */
function withOwn(rates: [string, string][], own: string): [string, string][] {
  return rates.some(([value]) => value === own) ? rates : [...rates, [own, `${own}%`]]
}
