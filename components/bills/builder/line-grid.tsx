'use client'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { blankLine } from '#components/bills/draft/draft.ts'
import { cellsOf, type GridColumn, lineFieldsFrom, PASTED_COLUMNS } from '#components/bills/draft/paste.ts'
import { Button } from '#components/ui/button.tsx'
import { Plus } from '#components/ui/icons.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { useBillForm } from './form-context.tsx'
import { LineRow, lineColumns } from './line-row.tsx'

/** So many lines a bill may have. */
const MOST = 500

type LineGridProps = {
  /** The rates of tax, as they are typed: "18", "free". */
  rates: [value: string, words: string][]
  currency: string
}

/** The lines, as a grid that the keyboard drives: Enter goes down, and makes a row at the end. */
export function LineGrid({ rates, currency }: LineGridProps) {
  const form = useBillForm()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const grid = useRef<HTMLOListElement>(null)

  const focus = (row: number, column: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus()
  const lastRate = () => form.getValues('lines').at(-1)?.rate ?? '18'

  /** At once, so that further typing goes into the new row. */
  function addRow(column: string) {
    if (fields.length >= MOST) return
    flushSync(() => append(blankLine({ rate: lastRate() }), { shouldFocus: false }))
    focus(fields.length, column)
  }
  function removeRow(row: number, column: string) {
    flushSync(() => {
      if (fields.length === 1) form.setValue('lines', [blankLine({ rate: lastRate() })])
      else remove(row)
    })
    focus(Math.max(0, Math.min(row, fields.length - 2)), column)
    void form.trigger('lines')
  }

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const cell = cellOf(event.target)
    if (!cell || event.nativeEvent.isComposing) return
    const { row, column } = cell
    const inSelect = event.target instanceof HTMLSelectElement
    if (event.key === 'Enter') {
      event.preventDefault()
      if (row + 1 < fields.length) focus(row + 1, column)
      else addRow(column)
    } else if (event.key === 'Backspace' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      removeRow(row, column)
    } else if (!inSelect && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      focus(row + (event.key === 'ArrowDown' ? 1 : -1), column)
    }
  }

  function onPaste(event: ClipboardEvent<HTMLOListElement>) {
    const cell = cellOf(event.target)
    const cells = cellsOf(event.clipboardData.getData('text/plain'))
    if (!cell || !cells) return
    event.preventDefault()
    const lines = form.getValues('lines')
    const known = rates.map(([value]) => value)
    const pasted = cells.slice(0, MOST - cell.row).map((row, at) => ({
      ...(lines[cell.row + at] ?? blankLine({ rate: lastRate() })),
      ...lineFieldsFrom(row, cell.column, known),
    }))
    flushSync(() => form.setValue('lines', lines.toSpliced(cell.row, pasted.length, ...pasted)))
    focus(cell.row + pasted.length - 1, cell.column)
  }

  return (
    <div className="@container/lines">
      <div
        className={`${lineColumns} pb-[4px] text-[0.75rem] text-ink-3 @max-[50rem]/lines:hidden [&>:nth-child(3)]:text-right [&>:nth-child(5)]:text-right [&>:nth-child(6)]:text-right [&>:nth-child(8)]:text-right`}
        aria-hidden="true"
      >
        {HEADS.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <ol ref={grid} aria-label="Line items" onKeyDown={onKeyDown} onPaste={onPaste}>
        {fields.map((field, row) => (
          <LineRow
            key={field.id}
            row={row}
            initial={field}
            rates={rates}
            currency={currency}
            onRemove={() => removeRow(row, 'name')}
          />
        ))}
      </ol>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="quiet" size="small" className="-ml-2" onClick={() => addRow('name')}>
          <Plus aria-hidden="true" /> Add line item
        </Button>
        <p className="text-small text-ink-3 max-desk:hidden">
          <Kbd>Enter</Kbd> next row · <Kbd>↑</Kbd> <Kbd>↓</Kbd> · <Kbd>Ctrl</Kbd> <Kbd>Backspace</Kbd> removes
          the row · spreadsheet rows can be pasted
        </p>
      </div>
    </div>
  )
}

const HEADS = ['Item', 'HSN/SAC', 'Qty', 'Unit', 'Price', 'Discount', 'GST', 'Amount']

function cellOf(target: EventTarget): { row: number; column: GridColumn } | null {
  if (!(target instanceof HTMLElement)) return null
  const column = PASTED_COLUMNS.find((name) => name === target.dataset.column)
  return column === undefined ? null : { row: Number(target.dataset.row), column }
}
