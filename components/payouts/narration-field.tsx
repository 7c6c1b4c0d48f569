'use client'
import { useEffect, useRef, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { NARRATION, narrationParts } from './payout-labels.ts'

type NarrationFieldProps = {
  typed: string | undefined
  /** The narration when the field is empty. */
  standard: string
  error: string | undefined
}

/** The text on the receiver's bank statement, with the part that every bank shows set apart. */
export function NarrationField({ typed, standard, error }: NarrationFieldProps) {
  const [text, setText] = useState(typed ?? '')
  const { odd } = narrationParts(text)
  const input = useRef<HTMLInputElement>(null)
  // Input from before the script ran is in the field only.
  useEffect(() => setText((before) => input.current?.value ?? before), [])
  const wrong =
    odd.length > 0
      ? `Use letters, digits and spaces only, not ${odd.map((character) => `“${character}”`).join(' ')}.`
      : undefined
  return (
    <Field
      label="Narration"
      optional
      aside={`${text.length} of ${NARRATION.max}`}
      error={wrong ?? error}
      hint={`Shown on the receiver's bank statement: letters, digits and spaces. Default: “${standard}”.`}
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            ref={input}
            name="narration"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={NARRATION.max}
            placeholder={standard}
            autoComplete="off"
          />
          <Preview text={text.trim() === '' ? standard : text} />
        </>
      )}
    </Field>
  )
}

function Preview({ text }: { text: string }) {
  const { sure, cut } = narrationParts(text)
  return (
    <span className="mt-2 block rounded-control border border-line bg-sunken px-2.5 py-1.5 noscript:hidden">
      <span className="mono block whitespace-pre-wrap wrap-anywhere">
        {sure}
        {cut !== '' && (
          <span className="border-l-[1.5px] border-dashed border-line-strong text-ink-2">{cut}</span>
        )}
      </span>
      <span className="block text-small text-ink-2">
        {cut === ''
          ? 'Shown in full by every bank.'
          : `Some banks show only the first ${NARRATION.sure} characters (dashed line).`}
      </span>
    </span>
  )
}
