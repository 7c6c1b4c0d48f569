import { SubmitButton } from '#components/ui/submit-button.tsx'

type ChoiceFormProps = {
  action: (form: FormData) => Promise<void>
  orderId: string
  paymentId: string
  /** Made for this page: two clicks are one decision. */
  formKey: string
  choice: 'approve' | 'refuse'
  /** The label of the button, before and during its action. */
  label: string
  pending: string
  look?: 'primary' | 'default' | 'quiet'
  robot: boolean
}

/** One decision for the bank, as a form of its own: it works without script, and each button names its effect. */
export function ChoiceForm({
  action,
  orderId,
  paymentId,
  formKey,
  choice,
  label,
  pending,
  look = 'default',
  robot,
}: ChoiceFormProps) {
  return (
    <form action={action}>
      <input type="hidden" name="order_id" value={orderId} />
      <input type="hidden" name="payment_id" value={paymentId} />
      <input type="hidden" name="key" value={`${formKey}-${choice}`} />
      <input type="hidden" name="choice" value={choice} />
      {robot && <input type="hidden" name="robot" value="1" />}
      <SubmitButton variant={look} size="large" pendingText={pending} className="w-full">
        {label}
      </SubmitButton>
    </form>
  )
}
