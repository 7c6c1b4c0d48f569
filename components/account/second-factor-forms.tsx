'use client'
import type { ReactNode } from 'react'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { confirmForm, type FormAction, type FormState } from '#lib/values/form.ts'
import { type Codes, codeForm } from './account-form-state.ts'

const KINDS = {
  start: { failed: 'Setup not started', label: 'Set up authenticator app', pendingText: 'Starting…' },
  remove: {
    failed: 'Authenticator app not removed',
    label: 'Remove authenticator app',
    pendingText: 'Removing…',
    variant: 'danger',
  },
} as const

type SudoFormProps = { action: FormAction; initial: FormState; kind: keyof typeof KINDS }

/** Starts or removes an authenticator app; the password is asked for. */
export function SudoForm({ kind, ...sending }: SudoFormProps) {
  return (
    <ActionForm {...sending} {...KINDS[kind]} declaration={confirmForm}>
      <PasswordField hint="" />
    </ActionForm>
  )
}

type CodesProps = { action: FormAction<Codes>; initial: FormState<Codes> }

/** New recovery codes in place of the former ones. */
export function CodesForm(sending: CodesProps) {
  return (
    <ActionForm
      {...sending}
      declaration={confirmForm}
      failed="Recovery codes not created"
      label="Create new recovery codes"
      pendingText="Creating…"
      variant="default"
      done={({ codes }) => <RecoveryCodes codes={codes} />}
    >
      <PasswordField hint="Your former recovery codes stop working." />
    </ActionForm>
  )
}

/** The first code of the app turns the second step on: the recovery codes take the place of the steps until then. */
export function ConfirmSecondFactorForm({ steps, ...sending }: CodesProps & { steps?: ReactNode }) {
  return (
    <ActionForm
      {...sending}
      declaration={codeForm}
      failed="Code not accepted"
      label="Turn on"
      pendingText="Checking…"
      cancelHref="/settings/account"
      done={({ codes }) => (
        <>
          <div className="mb-5 max-w-130">
            <Notice tone="good" role="status">
              Your authenticator app is on. You enter a code from it when you sign in.
            </Notice>
          </div>
          <RecoveryCodes codes={codes} />
        </>
      )}
    >
      {steps}
      <TextField
        figures
        name="otp"
        label="Code"
        required
        hint="6 digits from your authenticator app."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
      />
    </ActionForm>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid max-w-130 gap-5">
      <Notice tone="wait" role="status" title="Store your recovery codes">
        They are shown only once. Each replaces a code of your authenticator app, once.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="mono grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken p-4"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <CopyButton value={codes.join('\n')}>Copy codes</CopyButton>
        <LinkButton href="/settings/account">Done</LinkButton>
      </p>
    </div>
  )
}
