'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { ControlProps } from './field.tsx'
import { lifted, menuItem } from './looks.ts'
import { TextInput } from './text-input.tsx'

type ComboboxProps<Item> = {
  /** From the Field around it. */
  control: ControlProps
  /** The field that sends the typed text. */
  name?: string | undefined
  text: string
  onText: (text: string) => void
  /** The matches of the text; undefined while they are being looked up, or the text is too short. */
  items: readonly Item[] | undefined
  idOf: (item: Item) => string
  /** How an item is drawn in the list. */
  children: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  /** The name of the list: "Matching customers". */
  listLabel: string
  /** The message when nothing matches. */
  nothing: string
  placeholder?: string
}

/**
 * A text field with a list of what the text may mean: arrow keys go through it, Enter chooses, Escape closes it. Without
 * script it is a text field. Enter never sends the form around it.
 */
export function Combobox<Item>({
  control: { required, ...control },
  name,
  text,
  onText,
  items,
  idOf,
  children,
  onChoose,
  listLabel,
  nothing,
  placeholder,
}: ComboboxProps<Item>) {
  const plain = useRef<HTMLInputElement>(null)
  const [scripted, setScripted] = useState<{ focused: boolean } | null>(null)
  const [closed, setClosed] = useState('')
  const found = items ?? []
  const open = found.length > 0 && closed !== text

  // Input from before the script ran is in the plain field only.
  useLayoutEffect(() => {
    const input = plain.current
    if (!input) return
    if (input.value !== '') onText(input.value)
    setScripted({ focused: document.activeElement === input })
  }, [onText])

  const input = {
    ...control,
    name,
    placeholder,
    'aria-required': required,
    autoComplete: 'off',
    spellCheck: false,
  }
  // Base UI hides a field of its own by a style attribute, which the policy of the pages takes from the server only in a
  // style sheet. So the list begins in the browser.
  if (scripted === null) return <TextInput {...input} ref={plain} defaultValue={text} />
  return (
    <div className="relative">
      {/* The list is drawn here, not in Base UI's popup: that hides the rest of the page from screen readers. */}
      <Autocomplete.Root
        inline
        items={found}
        mode="none"
        autoHighlight="always"
        itemToStringValue={idOf}
        value={text}
        onValueChange={(next, { reason }) => {
          if (TYPED.has(reason)) onText(next)
        }}
        open={open}
        onOpenChange={(next) => setClosed(next ? '' : text)}
      >
        <Autocomplete.Input
          {...input}
          render={<TextInput />}
          aria-expanded={open}
          autoFocus={scripted.focused}
          onBlur={() => setClosed(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            else if (event.key === 'Escape' && open) setClosed(text)
            else if (event.key === 'ArrowDown' && !open) setClosed('')
            else return
            if (!open) event.preventBaseUIHandler()
          }}
        />
        {open && (
          <Autocomplete.List
            aria-label={listLabel}
            className={`${lifted} absolute inset-x-0 top-full z-30 mt-1 min-w-45 animate-appear p-1 outline-none`}
          >
            {(item: Item) => (
              <Autocomplete.Item
                key={idOf(item)}
                value={item}
                className={menuItem}
                onClick={() => onChoose(item)}
              >
                {children(item)}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        )}
      </Autocomplete.Root>
      <p role="status" className={open ? 'sr-only' : 'text-small text-ink-2 not-empty:mt-1'}>
        {items && (open ? `${found.length} found` : found.length === 0 && nothing)}
      </p>
    </div>
  )
}

/** Only these change the text: choosing an item, or leaving the field, does not. */
const TYPED = new Set(['input-change', 'input-clear', 'escape-key'])
