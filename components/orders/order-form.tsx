'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useActionState, useState, useTransition } from 'react'
import { Controller, type FieldPath, type Resolver, useForm, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { NotesEditor } from '#components/ui/notes-editor.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { toast } from '#components/ui/toast.tsx'
import { CreateOrder } from '#lib/domain/orders/schema.ts'
import { randomText } from '#lib/values/id.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { AmountField, typedText } from './amount-field.tsx'
import { inWords, membersOf, type OrderActions, type OrderFormValues } from './order-form-state.ts'
import { OrderPreview } from './order-preview.tsx'
import { ReceiptField } from './receipt-field.tsx'

type OrderFormProps = {
  initial: OrderFormValues
  /** Made when the form opens, so that a double click or a retry creates one order. */
  idempotencyKey: string
  merchant: string
  /** How long the bank holds the money of an authorized payment, in words. */
  holdLasts: string
  actions: OrderActions
}

/** A new order. Judged here by the schema of the interface, and without script by the server alone. */
export function OrderForm({ initial, idempotencyKey, merchant, holdLasts, actions }: OrderFormProps) {
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
  const typed = answered.values
  const error = (name: keyof OrderFormValues) => {
    const message =
      errors[name]?.message ?? (answered.error?.field === name ? answered.error.description : undefined)
    return message === undefined ? undefined : inWords(String(message), form.getValues(name))
  }
  const problem =
    errors.root?.message ??
    (answered.error && !(String(answered.error.field) in initial) ? answered.error.description : undefined)

  async function create(order: CreateOrder) {
    const result = await actions.create(order, key).catch(() => null)
    // Whether it arrived is not known: the key stays, so that sending it again creates no second order.
    if (!result)
      return form.setError('root', {
        message: 'The connection was lost. Create it again: it will not be created twice.',
      })
    if (result.ok) {
      toast('Order created', { description: 'Its checkout link is ready.' })
      return startTransition(() => router.push(`/orders/${result.value.id}`))
    }
    setKey(randomText(32))
    const { field, description, request_id } = result.error
    const known = Object.keys(initial).find((name) => name === field) as
      | FieldPath<OrderFormValues>
      | undefined
    if (known) form.setError(known, { message: description }, { shouldFocus: true })
    else form.setError('root', { message: `${description} (${request_id})` })
  }

  return (
    <form action={sendPlainly} onSubmit={form.handleSubmit(create)} noValidate>
      <input type="hidden" name="idempotency_key" value={key} />
      <input type="hidden" name="currency" value={initial.currency} />
      <Slip stub={<OrderPreview merchant={merchant} order={{ ...initial, ...shown }} />}>
        <div className="grid max-w-130 gap-5">
          {problem && (
            <Notice tone="bad" role="alert" title="The order was not created">
              {problem}
            </Notice>
          )}
          <Controller
            control={form.control}
            name="amount"
            render={({ field }) => (
              <AmountField
                label="Amount"
                name="amount"
                currency={initial.currency}
                initial={typed.amount ?? typedText(initial.amount, initial.currency)}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                error={error('amount')}
              />
            )}
          />
          <ReceiptField
            receipt={shown.receipt ?? ''}
            error={error('receipt')}
            input={{ ...form.register('receipt'), defaultValue: typed.receipt ?? initial.receipt }}
          />
          <Switch
            {...form.register('payment_capture')}
            value="true"
            defaultChecked={
              typed.amount === undefined ? initial.payment_capture : typed.payment_capture === 'true'
            }
            label="Capture at once"
            hint={`On: the money is taken as soon as the bank holds it. Off: you capture each payment by hand within ${holdLasts}, or the hold lapses and the payer keeps the money.`}
          />
          <div className="group">
            <Switch
              {...form.register('partial_payment')}
              value="true"
              defaultChecked={
                typed.amount === undefined ? initial.partial_payment : typed.partial_payment === 'true'
              }
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
                    name="first_payment_min_amount"
                    currency={initial.currency}
                    initial={
                      typed.first_payment_min_amount ??
                      typedText(initial.first_payment_min_amount, initial.currency)
                    }
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    inputRef={field.ref}
                    error={error('first_payment_min_amount')}
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
                {...form.register('callback_url')}
                defaultValue={typed.callback_url ?? initial.callback_url}
                inputMode="url"
                placeholder="https://shop.example/thanks"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <div className="noscript:hidden">
            <Controller
              control={form.control}
              name="notes"
              render={({ field }) => (
                <NotesEditor value={initial.notes} onChange={field.onChange} error={error('notes')} />
              )}
            />
          </div>
          <noscript>
            <Field
              label="Notes"
              optional
              error={error('notes')}
              hint="One a line, as key=value; at most 15, each part at most 256 characters."
            >
              {(control) => (
                <Textarea {...control} name="notes" defaultValue={typed.notes ?? linesOf(initial.notes)} />
              )}
            </Field>
          </noscript>
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

function linesOf(notes: Record<string, string>): string {
  return Object.entries(notes)
    .map(([name, text]) => `${name}=${text}`)
    .join('\n')
}
