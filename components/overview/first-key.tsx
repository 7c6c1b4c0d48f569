'use client'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { ConfirmationContext } from '#components/shared/form/confirmation.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { type StaffFormState, useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { type FormAction, type FormState, noFieldsForm } from '#lib/values/form.ts'
import { KEY_SLOT } from './step-commands.ts'

const DOTS = '••••••••••••••••'

/** The key that this page created. Its secret is in no URL. This tab keeps it until the person says that it is stored. */
type CreatedKey = { id: string; secret: string }

type Keys = { form: StaffFormState<CreatedKey>; created: CreatedKey | null; forget: (() => void) | null }
const KeyContext = createContext<Keys | null>(null)

function useKey() {
  const value = use(KeyContext)
  if (value === null) throw new Error('A first step needs the key around it.')
  return value
}

type FirstKeyProps = {
  action: FormAction<CreatedKey>
  initial: FormState<CreatedKey>
  /** The key of the account, as it is now. */
  keyId: string | null
  children: ReactNode
}

/**
 * Holds the secret of a new key for every command of the page, also while another page of the same tab and sign-in is open:
 * a webhook is created on one.
 */
export function FirstKey({ action, initial, keyId, children }: FirstKeyProps) {
  const form = useStaffForm({ action, initial, declaration: noFieldsForm })
  const { signedIn } = use(ConfirmationContext)
  const owner = signedIn && `${signedIn.session} ${signedIn.account}`
  const [stored, setStored] = useState<CreatedKey | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  const result = form.state.result ?? null
  useEffect(() => {
    if (owner === null) return
    if (result !== null) store({ ...result, owner })
    setStored(result ?? readStored(owner))
  }, [owner, result])
  const known = result ?? (stored?.id === keyId ? stored : null)
  const forget = () => {
    store(null)
    setConfirmed(true)
  }
  return (
    <KeyContext value={{ form, created: isConfirmed ? null : known, forget: stored && forget }}>
      {children}
    </KeyContext>
  )
}

const PLACE = 'counterfoil-first-key'

/** What another person or sign-in has left in this tab is deleted. */
function readStored(owner: string): CreatedKey | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as
      | (CreatedKey & { owner: string })
      | null
    if (stored?.owner === owner) return { id: stored.id, secret: stored.secret }
    sessionStorage.removeItem(PLACE)
  } catch {
    // A browser that keeps nothing shows the secret until the page is left.
  }
  return null
}

function store(key: (CreatedKey & { owner: string }) | null): void {
  try {
    if (key === null) sessionStorage.removeItem(PLACE)
    else sessionStorage.setItem(PLACE, JSON.stringify(key))
  } catch {
    return
  }
}

/** The key: a button that creates it, its secret once, or where to get another secret. */
export function KeyStep({ keyId }: { keyId: string | null }) {
  const { form, created, forget } = useKey()
  if (created !== null) return <CreatedKeyView {...created} forget={forget} />
  if (keyId !== null)
    return (
      <p>
        Key <Id value={keyId} href={`/api-keys/${keyId}`} />. Its secret was shown once, when the key was
        created.{' '}
        <Link href={`/api-keys/${keyId}/rotate`} className="link">
          Rotate the key
        </Link>{' '}
        to get a new secret.
      </p>
    )
  return (
    <StaffForm form={form} className="grid justify-items-start gap-3">
      <FormError title="Key not created" />
      <p>
        The key has full access in test mode. Its secret is shown once and filled into the commands below.
      </p>
      <Submit pendingText="Creating…">Create test key</Submit>
    </StaffForm>
  )
}

function CreatedKeyView({ id, secret, forget }: CreatedKey & { forget: (() => void) | null }) {
  return (
    <div className="grid gap-2" role="status">
      <p>
        Key <Id value={id} />. Store the secret now: only this tab shows it, until you confirm that it is
        stored. The commands below contain it.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mono" role="img" aria-label="The secret, hidden">
          {DOTS}
        </span>
        <CopyButton value={secret}>Copy secret</CopyButton>
        <CopyButton value={`COUNTERFOIL_KEY_ID=${id}\nCOUNTERFOIL_KEY_SECRET=${secret}`}>
          Copy .env
        </CopyButton>
        {forget && <Button onClick={forget}>I stored the secret</Button>}
      </div>
      <details>
        <summary className="link inline-block min-h-6 text-table">Show the secret</summary>
        <p className="mt-1.5 wrap-anywhere">
          <code className="mono">{secret}</code>
        </p>
      </details>
    </div>
  )
}

/** A command with the key in it. Its copy holds the secret while the page has it; without, curl prompts for it. */
export function KeyCommand({ label, code, keyId }: { label: string; code: string; keyId: string | null }) {
  const { created } = useKey()
  if (created === null && keyId === null) return null
  const withKey = (text: string) => code.replaceAll(KEY_SLOT, text)
  if (created === null) return <CodeBlock label={`curl: ${label}`} code={withKey(keyId ?? '')} />
  return (
    <CodeBlock
      label={`curl: ${label}`}
      code={withKey(`${created.id}:${DOTS}`)}
      copied={withKey(`${created.id}:${created.secret}`)}
    />
  )
}
