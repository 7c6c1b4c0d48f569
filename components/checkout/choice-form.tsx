import { Button } from '#components/ui/button.tsx'
import type { Language } from '#lib/values/language.ts'
import { PayerForm } from './payer-form.tsx'

type ChoiceFormProps = {
  action: (form: FormData) => Promise<void>
  language: Language
  orderId: string
  paymentId: string
  /** Made for this page: two clicks are one decision. */
  formKey: string
  choice: 'approve' | 'refuse'
  /** What the button says, before and while it works. */
  label: string
  pending: string
  look?: 'primary' | 'default' | 'quiet'
  robot: boolean
}

/** One response to the bank, as a form of its own: it works without script, and each button says what it does. */
export function ChoiceForm({ formKey, choice, label, pending, look = 'default', ...rest }: ChoiceFormProps) {
  return (
    <PayerForm formKey={`${formKey}-${choice}`} {...rest}>
      <input type="hidden" name="choice" value={choice} />
      <Button type="submit" variant={look} size="large" data-pending-text={pending} className="w-full">
        {label}
      </Button>
    </PayerForm>
  )
}
