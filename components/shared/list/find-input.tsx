'use client'
import { useState } from 'react'
import type { Completable } from './completions.ts'

const OPTIONS = 'find-options'

type FindInputProps = {
  name: string
  label: string
  text: string
  placeholder: string
  /** The filters that there are, and the values of those that have a few. */
  names: Completable[]
  invalid: boolean
  className: string | undefined
}

/** A text of filters. What is typed is completed with the names and values that the list has. */
export function FindInput({ name, label, text, placeholder, names, invalid, className }: FindInputProps) {
  const [options, setOptions] = useState<string[]>([])
  // Loaded with the first focus: most readers of a list type no filter.
  const suggest = async (typed: string) => {
    const { completions } = await import('./completions.ts')
    setOptions(completions(typed, names))
  }
  return (
    <>
      <input
        type="search"
        name={name}
        aria-label={label}
        aria-invalid={invalid || undefined}
        defaultValue={text}
        placeholder={placeholder}
        list={OPTIONS}
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={className}
        onFocus={({ currentTarget: { value } }) => suggest(value)}
        onChange={({ currentTarget: { value } }) => suggest(value)}
      />
      <datalist id={OPTIONS}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  )
}
