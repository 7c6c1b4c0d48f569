'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import {
  AmountField,
  SelectField,
  TextAreaField,
  TextField,
  TypedConfirmation,
} from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { DIRECT_SENTENCE } from '#lib/domain/acquirers/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import {
  addAcquirerForm,
  addGatewayForm,
  directCollectionForm,
  recordSettlementForm,
  rotateAcquirerSecretForm,
  rotateGatewayCredentialsForm,
  startGatewayImportForm,
  useAcquirerForm,
} from './acquirer-form-state.ts'

type Sending = { action: FormAction; initial: FormState }
type OfAcquirer = Sending & { id: string }

/** The adapter of a bank. Its secret is entered once; the connection is tested before it is saved. */
export function AddAcquirerForm(sending: Sending) {
  return (
    <ActionForm
      {...sending}
      declaration={addAcquirerForm}
      failed="Acquirer not added"
      label="Test and add"
      pendingText="Testing…"
      cancelHref="/settings/acquirer"
    >
      <UrlField hint="The base URL of the adapter, e.g. https://adapter.example.com/" />
      <SecretField hint="The secret of the adapter, which begins with whsec_. It is encrypted and never shown again." />
      <AuthorityField of="adapter" />
      <PasswordField />
    </ActionForm>
  )
}

/** An account at a gateway with this API. */
export function AddGatewayForm(sending: Sending) {
  return (
    <ActionForm
      {...sending}
      declaration={addGatewayForm}
      failed="Gateway account not added"
      label="Test and add"
      pendingText="Testing…"
      cancelHref="/settings/acquirer"
    >
      <UrlField hint="The host of the gateway's API, without /v1, e.g. https://api.example.com" />
      <KeyFields />
      <SecretField
        name="webhook_secret"
        label="Webhook secret"
        maxLength={128}
        hint="Choose one now, and enter it at the gateway with the webhook URL that is shown afterwards."
      />
      <SelectField
        name="dialect"
        label="Signed fields"
        hint="The names with which payers return from the gateway."
        options={{
          razorpay: 'razorpay_payment_id, razorpay_signature',
          service: 'service_payment_id, service_signature',
        }}
      />
      <AuthorityField of="gateway" />
      <PasswordField />
    </ActionForm>
  )
}

function AuthorityField({ of }: { of: string }) {
  return (
    <TextAreaField
      name="authority"
      label="Certificate authority"
      optional
      hint={`As PEM, if the ${of} has a certificate of its own authority. Only this authority is then accepted.`}
      rows={4}
      maxLength={20000}
      spellCheck={false}
    />
  )
}

function KeyFields() {
  return (
    <>
      <TextField name="key_id" label="Key ID" required mono maxLength={64} spellCheck={false} />
      <SecretField
        name="key_secret"
        label="Key secret"
        maxLength={128}
        hint="It is encrypted and never shown again."
      />
    </>
  )
}

function UrlField({ hint }: { hint: string }) {
  return (
    <TextField
      name="url"
      label="URL"
      required
      hint={hint}
      type="url"
      inputMode="url"
      maxLength={500}
      spellCheck={false}
    />
  )
}

type SecretFieldProps = { name?: string; label?: string; maxLength?: number; hint: string; optional?: true }

function SecretField({
  name = 'secret',
  label = 'Secret',
  maxLength = 255,
  hint,
  optional,
}: SecretFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      {...(optional ? { optional } : { required: true })}
      hint={hint}
      mono
      type="password"
      maxLength={maxLength}
      spellCheck={false}
    />
  )
}

/** Sends new payments to this acquirer. */
export function UseAcquirerForm({ id, ...sending }: OfAcquirer) {
  return (
    <ActionForm
      {...sending}
      declaration={useAcquirerForm}
      hidden={{ id }}
      failed="Acquirer not changed"
      label="Use this acquirer"
      pendingText="Changing…"
    >
      <ReasonField />
      <PasswordField />
    </ActionForm>
  )
}

/** Sends new payments nowhere. */
export function StopAcquirerForm({ id, ...sending }: OfAcquirer) {
  return (
    <ActionForm
      {...sending}
      declaration={useAcquirerForm}
      hidden={{ id }}
      failed="Acquirer not stopped"
      label="Stop using this acquirer"
      pendingText="Stopping…"
      variant="danger"
    >
      <ReasonField />
      <PasswordField />
    </ActionForm>
  )
}

/** Another key of the same account, as the gateway has it already. */
export function RotateGatewayCredentialsForm({ id, ...sending }: OfAcquirer) {
  return (
    <ActionForm
      {...sending}
      declaration={rotateGatewayCredentialsForm}
      hidden={{ id }}
      failed="Credentials not rotated"
      label="Test and rotate"
      pendingText="Testing…"
      variant="default"
    >
      <KeyFields />
      <SecretField
        name="webhook_secret"
        label="Webhook secret"
        maxLength={128}
        hint="Leave it blank to keep the current one. Otherwise change it at the gateway too; the current one is accepted for 24 hours more."
        optional
      />
      <ReasonField />
      <PasswordField />
    </ActionForm>
  )
}

/** Switches direct collection on, with a sentence that the person types, or off. */
export function DirectCollectionForm({ id, on, ...sending }: OfAcquirer & { on: boolean }) {
  return (
    <ActionForm
      {...sending}
      declaration={directCollectionForm}
      hidden={{ id, direct: on ? 'off' : 'on' }}
      failed="Direct collection not changed"
      label={on ? 'Switch off direct collection' : 'Switch on direct collection'}
      pendingText="Changing…"
      variant={on ? 'default' : 'danger'}
    >
      {!on && <TypedConfirmation text={DIRECT_SENTENCE} />}
      {!on && <ReasonField />}
      <PasswordField />
    </ActionForm>
  )
}

/** A new secret, as the adapter has it already. */
export function RotateAcquirerSecretForm({ id, ...sending }: OfAcquirer) {
  return (
    <ActionForm
      {...sending}
      declaration={rotateAcquirerSecretForm}
      hidden={{ id }}
      failed="Secret not rotated"
      label="Rotate secret"
      pendingText="Rotating…"
      variant="default"
    >
      <SecretField hint="The new secret. Give it to the adapter within 24 hours: until then both are accepted." />
      <ReasonField />
      <PasswordField />
    </ActionForm>
  )
}

/** Imports what the account at the gateway has. */
export function StartGatewayImportForm({ id, zone, ...sending }: OfAcquirer & { zone: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={startGatewayImportForm}
      hidden={{ id }}
      failed="Import not started"
      label="Start import"
      pendingText="Starting…"
    >
      <TextField
        name="since"
        label="Records since"
        optional
        hint={`Only records created on or after this day (${zone}). Leave blank for all.`}
        type="date"
        figures
      />
      <PasswordField />
    </ActionForm>
  )
}

/** A settlement that the bank has paid by itself, from the bank statement. */
export function RecordSettlementForm({
  id,
  currency,
  zone,
  ...sending
}: OfAcquirer & { currency: string; zone: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={recordSettlementForm}
      hidden={{ id }}
      failed="Settlement not recorded"
      label="Record settlement"
      pendingText="Recording…"
      variant="default"
    >
      <AmountField name="amount" label="Amount" required currency={currency} />
      <TextField name="utr" label="UTR" required mono maxLength={64} spellCheck={false} />
      <TextField
        name="settled_on"
        label="Date"
        required
        hint={`Of the bank statement (${zone}). The settlement contains the payments and refunds until the end of this day.`}
        type="date"
        figures
      />
      <PasswordField />
    </ActionForm>
  )
}
