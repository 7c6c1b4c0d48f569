import { z } from 'zod'
import { KeyId } from '#lib/domain/api-keys/schema.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { UNSEEN } from '#lib/values/client-name.ts'
import { Id } from '#lib/values/id.ts'
import { NotesInput } from '#lib/values/notes.ts'

/** The cookie of an order's pages with what the form of the merchant's site brought along. */
export const RETURN_COOKIE = 'counterfoil-return'

const WebAddress = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be a URL that starts with http:// or https://.` })
    .max(2048, `${name} can be up to 2048 characters.`)
    .refine((text) => !/[\s\\]/.test(text) && !UNSEEN.test(text), `${name} contains a space or a backslash.`)
    .refine((text) => {
      const url = URL.parse(text)
      return url === null || (url.username === '' && url.password === '')
    }, `${name} must not contain a user name or password.`)

const returnFields = {
  callback_url: WebAddress('callback_url').optional(),
  cancel_url: WebAddress('cancel_url').optional(),
  description: z.string().max(255, 'description can be up to 255 characters.').optional(),
}

/** Where the payer goes afterwards, and what the payment is for, as the browser keeps it (RETURN_COOKIE). */
export const CheckoutReturn = z.object(returnFields)
export type CheckoutReturn = z.output<typeof CheckoutReturn>

const Prefilled = z.string().max(255, 'Values of prefill can be up to 255 characters.').optional()
const unsupported = (name: string) =>
  z
    .undefined({
      error: `${name} is not supported by the hosted checkout. Create an order, and send its order_id alone.`,
    })
    .optional()

/**
 * The form that a merchant's site sends a payer with. Fields that only change how a page looks are ignored: the page shows
 * the name and logo of the merchant's settings, since anyone can write a form.
 */
const OpenCheckout = z.object({
  key_id: KeyId,
  order_id: Id('order'),
  amount: z
    .string()
    .regex(/^\d{1,15}$/, 'amount must be a whole number in the smallest currency unit.')
    .optional(),
  currency: z.string().max(3, 'currency must be a three-letter code.').optional(),
  ...returnFields,
  prefill: z.object({ name: Prefilled, email: Prefilled, contact: Prefilled, method: Prefilled }).optional(),
  notes: NotesInput.default({}),
  subscription_id: unsupported('subscription_id'),
  invoice_id: unsupported('invoice_id'),
  recurring: unsupported('recurring'),
})

export const openCheckout = defineOperation({
  name: 'open_checkout',
  title: 'Open the hosted checkout',
  summary: "Checks the form with which a merchant's site sends a payer to the checkout page of an order.",
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: OpenCheckout,
  output: OpenCheckout,
  async run(context, input) {
    const order = await findOrder(context, input.order_id, 'order_id')
    const keys = await context.rows(
      `SELECT id FROM api_keys WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > $3)`,
      [context.account.id, input.key_id, context.now],
    )
    if (keys.length === 0)
      throw refused(
        'record_not_found',
        `No active API key ${input.key_id} exists in the account of the order. Send the ID of the key that created the order.`,
        { field: 'key_id' },
      )
    const { currency } = order
    if (input.currency !== undefined && input.currency !== currency)
      throw refused('order_currency_mismatch', `The currency of the order is ${currency}.`, {
        field: 'currency',
      })
    const amount = Number(order.amount)
    const due = amount - Number(order.amount_paid)
    if (input.amount !== undefined && ![amount, due].includes(Number(input.amount)))
      throw refused(
        'order_amount_mismatch',
        withAmounts(
          currency,
          (text) => `The amount of the order is ${text(amount)}. Send that amount, or leave it out.`,
        ),
        { field: 'amount' },
      )
    return input
  },
})
