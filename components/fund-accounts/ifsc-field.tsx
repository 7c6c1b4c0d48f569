'use client'
import { useEffect, useRef, useState } from 'react'
import { useLookup } from '#components/shared/queries.ts'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { ifscSaid } from './fund-account-form-state.ts'

type IfscFieldProps = { typed: string | undefined; error: string | undefined }

/** The code of a branch, with the bank that it belongs to as soon as it is whole. The list stays on the server. */
export function IfscField({ typed, error }: IfscFieldProps) {
  const [text, setText] = useState(typed ?? '')
  const input = useRef<HTMLInputElement>(null)
  const branch = useBranch(text)
  const said = ifscSaid(text) ?? branch
  // Input from before the script ran is in the field only.
  useEffect(() => setText((before) => input.current?.value ?? before), [])
  return (
    <Field
      label="IFSC"
      required
      error={error}
      hint="4 letters for the bank, a zero and 6 characters for the branch."
    >
      {({ required, ...control }) => (
        <>
          <TextInput
            {...control}
            ref={input}
            aria-required={required}
            name="ifsc"
            mono
            className="uppercase"
            value={text}
            onChange={(event) => setText(event.target.value.toUpperCase())}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            placeholder="HDFC0000001"
          />
          <output
            className={`mt-1 block min-h-4.5 text-small noscript:hidden ${TONES[said?.tone ?? 'note']}`}
          >
            {text.trim() === '' ? '' : said?.words}
          </output>
        </>
      )}
    </Field>
  )
}

const TONES = { note: 'text-ink-2', good: 'text-good', bad: 'text-bad' }

type Said = { tone: 'note' | 'good' | 'bad'; words: string }

type Branch = { bank_name: string; branch_code: string }

/** The branch of a complete IFSC; empty while it is incomplete, or the response is pending. */
function useBranch(text: string): Said | null {
  const ifsc = text.trim().toUpperCase()
  const whole = ifsc !== '' && ifscSaid(ifsc) === null
  const path = whole ? `/fund-accounts/ifsc?${new URLSearchParams({ ifsc })}` : null
  const found = useLookup<{ branch: Branch | null }>(path, 150)
  if (found === undefined) return null
  const { branch } = found
  return branch
    ? { tone: 'good', words: `${branch.bank_name}, branch ${branch.branch_code}` }
    : { tone: 'bad', words: 'No bank branch has this IFSC.' }
}
