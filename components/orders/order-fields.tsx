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
        label="Capture at once"
        hint={`On: the money is taken as soon as the bank holds it. Off: you capture each payment by hand within ${holdLasts}, or the hold lapses and the payer keeps the money.`}
      />
      <div className="group">
        <Switch
          {...switchOf('partial_payment')}
          label="Accept payment in parts"
          hint="The payer may pay what is due in several payments."
        />
        <div className="mt-3 hidden pl-11 group-has-checked:block noscript:block">
          <Controller
            control={form.control}
            name="first_payment_min_amount"
            render={({ field }) => (
              <AmountField
                optional
                label="First payment at least"
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
        label="Return the payer to"
        optional
        error={error('callback_url')}
        hint="After paying, the checkout page sends the payer there with the signed ids."
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
