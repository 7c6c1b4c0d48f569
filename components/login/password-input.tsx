'use client'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Eye, EyeOff } from '#components/ui/icons.tsx'
import { iconButton } from '#components/ui/looks.ts'
import { TextInput } from '#components/ui/text-input.tsx'

/** A password that can be shown, and that says when Caps Lock is on. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLock(false)}
        after={
          <button
            type="button"
            className={`${iconButton} size-8!`}
            aria-pressed={shown}
            aria-label="Show password"
            title={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        }
      />
      <p role="status" className="absolute top-full text-note text-wait">
        {capsLock && 'Caps Lock is on.'}
      </p>
    </div>
  )
}
