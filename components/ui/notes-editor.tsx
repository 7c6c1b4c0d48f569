'use client'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Plus, X } from '#components/ui/icons.tsx'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { inputLook } from './looks.ts'

const MOST = 15
const LONGEST = 256

type Pair = { id: number; name: string; text: string }

type NotesEditorProps = {
  value: Record<string, string>
  onChange: (value: Record<string, string>) => void
  /** The name that the notes are sent under as JSON when the form is sent as it is. */
  name?: string
  error?: string | null | undefined
}

/** Notes: up to 15 pairs. Enter goes on to the next field and adds a row at the end; Backspace in an empty row removes it. */
export function NotesEditor({ value, onChange, name, error }: NotesEditorProps) {
  const id = useId()
  const next = useRef(0)
  const box = useRef<HTMLFieldSetElement>(null)
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries(value).map(([key, text]) => ({ id: next.current++, name: key, text })),
  )

  function change(changed: Pair[], focus?: { row: number; part: 'name' | 'text' }) {
    setPairs(changed)
    onChange(notesOf(changed))
    if (focus) requestAnimationFrame(() => inputAt(box.current, focus.row, focus.part)?.focus())
  }
  function add() {
    if (pairs.length < MOST)
      change([...pairs, { id: next.current++, name: '', text: '' }], { row: pairs.length, part: 'name' })
  }
  function remove(row: number) {
    change(pairs.toSpliced(row, 1), { row: Math.max(0, row - 1), part: 'text' })
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>, row: number, part: 'name' | 'text') {
    const pair = pairs[row]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (part === 'name') inputAt(box.current, row, 'text')?.focus()
      else if (row + 1 < pairs.length) inputAt(box.current, row + 1, 'name')?.focus()
      else add()
    } else if (event.key === 'Backspace' && part === 'name' && pair?.name === '' && pair.text === '') {
      event.preventDefault()
      remove(row)
    }
  }

  const twice = repeatedName(pairs)
  return (
    <fieldset ref={box} aria-describedby={`${id}-count`}>
      <div className="mb-1 flex items-baseline justify-between">
        <legend className="float-left text-table font-[540]">
          Notes <span className="ml-0.5 font-normal text-ink-3">optional</span>
        </legend>
        <span id={`${id}-count`} className="num text-small text-ink-3">
          {pairs.length} of {MOST}
        </span>
      </div>
      <ul className="clear-both grid gap-1.5">
        {pairs.map((pair, row) => (
          <li key={pair.id} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-1.5">
            {(['name', 'text'] as const).map((part) => (
              <span key={part} className="relative">
                <input
                  data-row={row}
                  data-part={part}
                  aria-label={part === 'name' ? `Key of note ${row + 1}` : `Value of note ${row + 1}`}
                  placeholder={part === 'name' ? 'key' : 'value'}
                  maxLength={LONGEST}
                  value={pair[part]}
                  onChange={(event) => change(pairs.with(row, { ...pair, [part]: event.target.value }))}
                  onKeyDown={(event) => onKey(event, row, part)}
                  className={inputLook('small')}
                />
                {pair[part].length > LONGEST - 56 && (
                  <span className="num absolute right-2 bottom-full bg-surface px-1 text-note text-ink-2">
                    {pair[part].length} of {LONGEST}
                  </span>
                )}
              </span>
            ))}
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove note ${row + 1}`}
              onClick={() => remove(row)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="small"
        onClick={add}
        disabled={pairs.length >= MOST}
        className="mt-1.5 -ml-2"
      >
        <Plus aria-hidden="true" /> Add note
      </Button>
      <FieldError
        id={`${id}-error`}
        error={twice ? `The key "${twice}" is used twice. The last value is saved.` : error}
      />
      {name && <input type="hidden" name={name} value={JSON.stringify(notesOf(pairs))} />}
    </fieldset>
  )
}

function notesOf(pairs: Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter((pair) => pair.name !== '').map((pair) => [pair.name, pair.text]))
}

function repeatedName(pairs: Pair[]): string | undefined {
  const names = pairs.map((pair) => pair.name).filter(Boolean)
  return names.find((one, at) => names.indexOf(one) !== at)
}

function inputAt(box: HTMLElement | null, row: number, part: string) {
  return box?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-part="${part}"]`)
}
