'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { toast } from '#components/ui/toast-queue.ts'
import { confirmForm, type FormAction, type FormState } from '#lib/values/form.ts'
import { createPasskey } from './browser.ts'
import { type PasskeyOptions, renamePasskeyForm } from './passkey-form-state.ts'
import { sendPasskey } from './send-passkey.ts'

type AddProps = {
  start: FormAction<PasskeyOptions>
  initial: FormState<PasskeyOptions>
  add: FormAction
}

/** Adds a passkey: the password first, then its name and the question of the browser. */
export function AddPasskeyForm({ start, initial, add }: AddProps) {
  const [round, setRound] = useState(0)
  return (
    <>
      <p className="hidden text-ink-2 noscript:block">Turn JavaScript on to add a passkey.</p>
      <div className="noscript:hidden">
        <ActionForm
          key={round}
          action={start}
          initial={initial}
          declaration={confirmForm}
          failed="Passkey not added"
          label="Add passkey"
          pendingText="Starting…"
          done={({ options }) => (
            <CreatePasskey options={options} add={add} again={() => setRound(round + 1)} />
          )}
        >
          <PasswordField hint="" />
        </ActionForm>
      </div>
    </>
  )
}

type CreateProps = { options: string; add: FormAction; again: () => void }

const NOT_CREATED = 'The browser created no passkey. This device may have one for your account already.'

function CreatePasskey({ options, add, again }: CreateProps) {
  const router = useRouter()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  async function create() {
    if (name.trim() === '') return setProblem('Enter a name.')
    setPending(true)
    setProblem(undefined)
    const response = await createPasskey(options)
    const error = response === null ? NOT_CREATED : await sendPasskey(add, { name, response })
    setPending(false)
    if (error !== null) return setProblem(error)
    toast('Passkey added')
    again()
    router.refresh()
  }
  return (
    <form
      className="grid max-w-130 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field
        label="Name of the passkey"
        required
        error={problem}
        hint="The device or password manager that keeps it, e.g. Work laptop."
      >
        {({ required: _, ...control }) => (
          <TextInput
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Waiting for your browser…' : 'Create passkey'}
        </Button>
        <Button type="button" onClick={again}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function RenamePasskeyForm({
  id,
  ...sending
}: {
  action: FormAction
  initial: FormState
  id: string
}) {
  return (
    <ActionForm
      {...sending}
      hidden={{ id }}
      declaration={renamePasskeyForm}
      failed="Passkey not renamed"
      label="Rename passkey"
      pendingText="Renaming…"
      cancelHref="/settings/account"
    >
      <TextField name="name" label="Name" required maxLength={60} />
    </ActionForm>
  )
}
