'use client'
import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { AmountField, NotesField, TextField } from '#components/shared/form/fields.tsx'
import { useForm } from '#components/shared/form/staff-form.tsx'
import { Switch } from '#components/ui/checkbox.tsx'
import { CustomerField } from './customer-field.tsx'
import { ReceiptField } from './receipt-field.tsx'

type OrderFieldsProps = {
  currency: string
  notes: Record<string, string>
  holdLasts: string
  customer: FoundCustomer | null
}

export function OrderFields({ currency, notes, holdLasts, customer }: OrderFieldsProps) {
  const { errorOf, initialOf } = useForm()
  const switchOf = (name: 'payment_capture' | 'partial_payment') => ({
    name,
    value: 'true',
    defaultChecked: initialOf(name) === 'true',
  })
  return (
    <>
      <AmountField name="amount" label="Amount" required currency={currency} minorUnits />
      <ReceiptField />
      <CustomerField initial={customer} typed={initialOf('customer_id')} error={errorOf('customer_id')} />
      <Switch
        {...switchOf('payment_capture')}
        label="Capture automatically"
        hint={`On: payments are captured once authorized. Off: capture each payment manually within ${holdLasts}, or the authorization expires and the money returns to the payer.`}
      />
      <div className="group">
        <Switch
          {...switchOf('partial_payment')}
          label="Allow partial payments"
          hint="The payer can pay the amount due in several payments."
        />
        <div className="mt-3 hidden pl-11 group-has-checked:block noscript:block">
          <AmountField
            name="first_payment_min_amount"
            optional
            label="Minimum first payment"
            currency={currency}
          />
        </div>
      </div>
      <TextField
        name="callback_url"
        label="Redirect URL"
        optional
        hint="After payment the payer returns here with the signed order and payment IDs."
        inputMode="url"
        placeholder="https://shop.example/thanks"
        spellCheck={false}
      />
      <NotesField initial={notes} />
    </>
  )
}
