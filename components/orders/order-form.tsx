'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useActionState, useEffect, useState, useTransition } from 'react'
import { type FieldPath, type Resolver, useForm, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip } from '#components/ui/slip.tsx'
import { toast } from '#components/ui/toast.tsx'
import { CreateOrder } from '#lib/domain/orders/schema.ts'
import { randomText } from '#lib/values/id.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import type { FoundCustomer } from './customer-field.tsx'
import { OrderFields } from './order-fields.tsx'
import { inWords, membersOf, type OrderActions, type OrderFormValues } from './order-form-state.ts'
import { OrderPreview } from './order-preview.tsx'

type OrderFormProps = {
  initial: OrderFormValues
  /** For a browser without script; with it every opening of the form makes one of its own. */
  idempotencyKey: string
  merchant: string
  /** How long the bank holds the money of an authorized payment, in words. */
  holdLasts: string
  actions: OrderActions
  /** For whom it is, when the form was opened for somebody. */
  customer: FoundCustomer | null
}

/** A new order. Judged here by the schema of the interface, and without script by the server alone. */
export function OrderForm({
  initial,
  idempotencyKey,
  merchant,
  holdLasts,
  actions,
  customer,
}: OrderFormProps) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const [answered, sendPlainly] = useActionState(actions.createPlainly, {
    values: {},
    idempotency_key: idempotencyKey,
  })
  const [key, setKey] = useState(answered.idempotency_key)
  const [going, startTransition] = useTransition()
  const form = useForm<OrderFormValues, unknown, CreateOrder>({
    defaultValues: initial,
    resolver,
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  const shown = useWatch({ control: form.control })
  const pending = isSubmitting || going
  // Coming back to the form is opening it again: a double click is one order, another form another one.
  useEffect(() => setKey(randomText(32)), [])

  const refusal = answered.error
  const error = (name: keyof OrderFormValues) => {
    const message = errors[name]?.message ?? (refusal?.field === name ? refusal.description : undefined)
    return message === undefined ? undefined : inWords(String(message), form.getValues(name))
  }
  const problem =
    errors.root?.message ?? (refusal && !isField(initial, refusal.field) ? refusal.description : undefined)

  async function create(order: CreateOrder) {
    const result = await actions.create(order, key).catch(() => null)
    // Whether it arrived is not known: the key stays, so that sending it again creates no second order.
    if (!result)
      return form.setError('root', {
        message: 'Connection lost. Try again; the order is not created twice.',
      })
    setKey(randomText(32))
    if (result.ok) {
      toast('Order created', { description: 'Its checkout link is ready.' })
      return startTransition(() => router.push(`/orders/${result.value.id}`))
    }
    const { field, description, request_id } = result.error
    if (isField(initial, field)) form.setError(field, { message: description }, { shouldFocus: true })
    else form.setError('root', { message: `${description} (${request_id})` })
  }

  return (
    <form action={sendPlainly} onSubmit={form.handleSubmit(create)} noValidate>
      <input type="hidden" name="idempotency_key" value={key} />
      <input type="hidden" name="currency" value={initial.currency} />
      <Slip stub={<OrderPreview merchant={merchant} order={{ ...initial, ...shown }} />}>
        <div className="grid max-w-130 gap-5">
          {problem && (
            <Notice tone="bad" role="alert" title="Order not created">
              {problem}
            </Notice>
          )}
          <OrderFields
            form={form}
            initial={initial}
            typed={answered.values}
            receipt={shown.receipt ?? ''}
            error={error}
            holdLasts={holdLasts}
            customer={customer}
          />
          <div className="flex flex-wrap gap-2 border-t border-line pt-5">
            <Button type="submit" variant="primary" pending={pending}>
              {pending
                ? 'Creating…'
                : shown.amount
                  ? `Create order for ${formatMoney(shown.amount, initial.currency, grouping)}`
                  : 'Create order'}
            </Button>
            <Link href="/orders" className="button" data-variant="default" prefetch={false}>
              Cancel
            </Link>
          </div>
        </div>
      </Slip>
    </form>
  )
}

const judge = zodResolver(CreateOrder as never) as unknown as Resolver<OrderFormValues, unknown, CreateOrder>

/** The schema of the interface judges what would be sent, not what stands in the fields. */
const resolver: Resolver<OrderFormValues, unknown, CreateOrder> = (values, context, options) =>
  judge(membersOf(values) as OrderFormValues, context, options)

function isField(values: OrderFormValues, name: string | undefined): name is FieldPath<OrderFormValues> {
  return name !== undefined && Object.hasOwn(values, name)
}
