'use client'
import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip } from '#components/ui/slip.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { OrderFields } from './order-fields.tsx'
import { orderForm } from './order-form-state.ts'
import { OrderPreview } from './order-preview.tsx'

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
