'use client'
import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { AmountField, NotesField, TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm, useForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Switch } from '#components/ui/checkbox.tsx'
import { Money } from '#components/ui/money.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { CustomerField } from './customer-field.tsx'
import { orderForm } from './order-form-state.ts'
import { ReceiptField } from './receipt-field.tsx'

type OrderFormProps = {
  initial: FormState
  action: FormAction
  currency: string
  notes: Record<string, string>
  merchant: string
  /** How long the bank holds the money of an authorized payment, in words. */
  holdLasts: string
  customer: FoundCustomer | null
}

/** A new order, with what the payer will see of it. */
export function OrderForm({ initial, action, currency, merchant, ...fields }: OrderFormProps) {
  const { grouping } = usePreferences()
  const form = useStaffForm({ action, initial, declaration: orderForm, currency })
  const typed = (name: string) => String(form.hook.watch(name) ?? form.initialOf(name) ?? '')
  const amount = parseMoney(typed('amount'), currency)
  return (
    <StaffForm form={form} hidden={{ currency }}>
      <Slip
        stub={<OrderPreview merchant={merchant} order={{ amount, currency, receipt: typed('receipt') }} />}
      >
        <div className="grid max-w-130 gap-5">
          <FormError title="Order not created" />
          <OrderFields currency={currency} {...fields} />
          <FormButtons
            label={amount ? `Create order for ${formatMoney(amount, currency, grouping)}` : 'Create order'}
            pendingText="Creating…"
            cancelHref="/orders"
          />
        </div>
      </Slip>
    </StaffForm>
  )
}

type OrderFieldsProps = {
  currency: string
  notes: Record<string, string>
  holdLasts: string
  customer: FoundCustomer | null
}

function OrderFields({ currency, notes, holdLasts, customer }: OrderFieldsProps) {
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

type Previewed = { amount: number | null; currency: string; receipt: string }
type OrderPreviewProps = { merchant: string; order: Previewed }

/** The stub of a slip that is still being written: what the payer will see, and what happens then. */
function OrderPreview({ merchant, order }: OrderPreviewProps) {
  return (
    <>
      <StubSection title="Checkout preview">
        <p className="text-ink-2">{merchant}</p>
        {/* Without script the preview cannot follow the input. */}
        <div className="noscript:hidden">
          <p className="num my-0.5 text-title font-semibold tracking-[-0.02em]">
            <Money amount={order.amount} currency={order.currency} />
          </p>
          <p className="text-ink-3 wrap-anywhere">
            {order.receipt.trim() === '' ? 'No receipt' : `Receipt ${order.receipt}`}
          </p>
        </div>
      </StubSection>
      <StubSection title="Next steps">
        <ol className="grid list-decimal gap-1.5 pl-4 text-table text-ink-2">
          <li>The order gets an ID and a checkout link.</li>
          <li>You send the link or show the QR code.</li>
          <li>Each payment attempt is listed on the order.</li>
        </ol>
      </StubSection>
    </>
  )
}
