'use client'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { Plus, X } from '#components/ui/icons.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { BILL_METHODS } from '#lib/domain/bills/schema/labels.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { BillSelectField, BillTextField, useBillForm } from './form-context.tsx'
import { useLiveBill } from './live.tsx'

/** How it was paid. As long as it is paid in full the first payment is what the others leave. */
export function PaymentFields({ symbol, currency }: { symbol: string; currency: string }) {
  const form = useBillForm()
  const { draft, built } = useLiveBill()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'payments' })
  return (
    <div className="grid gap-4">
      <Switch
        {...form.register('paid_in_full')}
        defaultChecked={form.formState.defaultValues?.paid_in_full ?? true}
        label="Paid in full"
        hint="On: the first payment covers the remaining amount. Off: enter what was paid; leave 0 for an unpaid bill."
      />
      {fields.map((field, at) => (
        <div
          key={field.id}
          className="grid grid-cols-[minmax(0,1fr)_150px_minmax(0,1.3fr)_32px] items-start gap-2 max-phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px]"
        >
          <BillSelectField
            name={`payments.${at}.method`}
            label="Method"
            options={methodsWith(field.method)}
          />
          {draft.paid_in_full && at === 0 ? (
            <Field label="Amount">
              {(control) => (
                <TextInput
                  {...control}
                  figures
                  readOnly
                  tabIndex={-1}
                  before={symbol}
                  value={decimalOf(built.body.payments[0]?.amount ?? 0, currency)}
                />
              )}
            </Field>
          ) : (
            <BillTextField
              key="typed"
              name={`payments.${at}.amount`}
              label="Amount"
              figures
              inputMode="decimal"
              before={symbol}
              placeholder="0.00"
            />
          )}
          <BillTextField
            name={`payments.${at}.reference`}
            label="Reference"
            optional
            mono
            maxLength={100}
            className="max-phone:order-last max-phone:col-span-2"
          />
          {fields.length > 1 ? (
            <Button
              variant="quiet"
              size="icon"
              className="mt-6.5"
              aria-label={`Remove payment ${at + 1}`}
              onClick={() => remove(at)}
            >
              <X aria-hidden="true" />
            </Button>
          ) : (
            <span />
          )}
        </div>
      ))}
      <Button
        variant="quiet"
        size="small"
        className="-ml-2 justify-self-start"
        onClick={() => append({ method: 'Card', amount: '', reference: '' })}
      >
        <Plus aria-hidden="true" /> Add payment
      </Button>
    </div>
  )
}

/** A method set through the API is offered too. */
function methodsWith(own: string): [string, string][] {
  const known = BILL_METHODS.includes(own) ? BILL_METHODS : [own, ...BILL_METHODS]
  return known.map((method) => [method, method])
}
