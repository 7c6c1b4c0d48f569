'use client'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { NotesField } from '#components/record/notes-field.tsx'
import { Switch } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { CreateOrder } from '#lib/domain/orders/schema.ts'
import { AmountField, typedText } from './amount-field.tsx'
import { CustomerField, type FoundCustomer } from './customer-field.tsx'
import type { OrderFormValues } from './order-form-state.ts'
import { ReceiptField } from './receipt-field.tsx'

type OrderFieldsProps = {
  form: UseFormReturn<OrderFormValues, unknown, CreateOrder>
  initial: OrderFormValues
  /** What was typed into a form that was sent without script and refused. */
  typed: Record<string, string>
  /** The receipt as it stands. */
  receipt: string
  error: (name: keyof OrderFormValues) => string | undefined
  holdLasts: string
  /** For whom it is, when the form was opened for somebody. */
  customer: FoundCustomer | null
}

/** The members of a new order, in the order in which people think of them. */
export function OrderFields({ form, initial, typed, receipt, error, holdLasts, customer }: OrderFieldsProps) {
  const { register } = form
  const amountOf = (name: 'amount' | 'first_payment_min_amount') => ({
    name,
    currency: initial.currency,
    initial: typed[name] ?? typedText(initial[name], initial.currency),
    error: error(name),
  })
  const switchOf = (name: 'payment_capture' | 'partial_payment') => ({
    ...register(name),
    value: 'true',
    // A box that was not ticked is not sent, so that its absence only counts once something was sent.
    defaultChecked: typed.currency === undefined ? initial[name] : typed[name] === 'true',
  })
  return (
    <>
      <Controller
        control={form.control}
        name="amount"
        render={({ field }) => (
          <AmountField
            label="Amount"
            {...amountOf('amount')}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
          />
        )}
      />
      <ReceiptField
        receipt={receipt}
        error={error('receipt')}
        input={{ ...register('receipt'), defaultValue: typed.receipt ?? initial.receipt }}
      />
      <Controller
        control={form.control}
        name="customer_id"
        render={({ field }) => (
          <CustomerField
            initial={customer}
            typed={typed.customer_id}
            error={error('customer_id')}
            onChange={field.onChange}
          />
        )}
      />
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
          <Controller
            control={form.control}
            name="first_payment_min_amount"
            render={({ field }) => (
              <AmountField
                optional
                label="Minimum first payment"
                {...amountOf('first_payment_min_amount')}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
              />
            )}
          />
        </div>
      </div>
      <Field
        label="Redirect URL"
        optional
        error={error('callback_url')}
        hint="After payment the payer returns here with the signed order and payment IDs."
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('callback_url')}
            defaultValue={typed.callback_url ?? initial.callback_url}
            inputMode="url"
            placeholder="https://shop.example/thanks"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="notes"
        render={({ field }) => (
          <NotesField
            initial={initial.notes}
            onChange={field.onChange}
            typed={typed.notes}
            error={error('notes')}
          />
        )}
      />
    </>
  )
}
