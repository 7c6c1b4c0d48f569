'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ButtonLook } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { Labelled } from './labelled.tsx'
import { PayerForm } from './payer-form.tsx'
import type { RequestCodeState } from './wallet-state.ts'

type RequestCodeFormProps = {
  action: (before: RequestCodeState, form: FormData) => Promise<RequestCodeState>
  initial: RequestCodeState
  language: Language
  orderId: string
  /** Whether the number has to be typed; otherwise it is known. */
  asksNumber: boolean
  label: string
  look?: ButtonLook['variant']
  robot: boolean
}

/** Asks for a one-time password. */
export function RequestCodeForm({
  action,
  initial,
  language,
  orderId,
  asksNumber,
  label,
  look = 'primary',
  robot,
}: RequestCodeFormProps) {
  const t = textOf(language)
  const [state, formAction] = useActionState(action, initial)
  return (
    <PayerForm
      language={language}
      action={formAction}
      orderId={orderId}
      formKey={state.key}
      robot={robot}
      className="grid gap-3"
    >
      {state.title && <Notice tone="bad" role="alert" title={state.title} />}
      {asksNumber && (
        <Labelled
          language={language}
          name="contact"
          label={t('wallet.number')}
          error={state.error ?? undefined}
          hint={t('wallet.number_hint')}
        >
          {(control) => (
            <TextInput
              {...control}
              type="tel"
              autoFocus={!robot}
              autoComplete="tel"
              maxLength={24}
              figures
              defaultValue={state.contact}
            />
          )}
        </Labelled>
      )}
      <Button
        type="submit"
        variant={look}
        size="large"
        data-pending-text={t('wallet.sending')}
        className="w-full"
      >
        {label}
      </Button>
    </PayerForm>
  )
}
