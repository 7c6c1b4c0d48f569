import { z } from 'zod'
import { PaymentSettings, UpdatePaymentSettings } from '#lib/domain/merchants/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

const NAMES = [
  'default_capture',
  'order_notes_on_payments',
  'authorization_window_seconds',
  'fee_basis_points',
  'tax_basis_points',
] as const

export const fetchPaymentSettings = defineOperation({
  name: 'fetch_payment_settings',
  title: 'Fetch the payment settings',
  summary: 'Returns how and how long payments are captured, and the fee rates, of the account.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: PaymentSettings,
  run: settingsOf,
})

export const updatePaymentSettings = defineOperation({
  name: 'update_payment_settings',
  title: 'Change the payment settings',
  summary:
    'Sets how the form of a new order starts, whether payments have the notes of their order, how long a payment can be captured, and the fee rates, for payments from now on. Fees that were charged stay.',
  permission: 'business:write',
  confirm: 'live',
  http: null,
  input: UpdatePaymentSettings,
  output: PaymentSettings,
  async run(context, input) {
    const { id } = context.account
    // Concurrent changes run in turn, so that each audit line names what it replaced.
    await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id])
    const before = await settingsOf(context)
    await context.tables.accounts.update({ where: { id }, data: input })
    context.about(id)
    context.noteChange(before, input, NAMES)
    return settingsOf(context)
  },
})

function settingsOf(context: Context) {
  return context.tables.accounts.findUniqueOrThrow({
    where: { id: context.account.id },
    select: {
      default_capture: true,
      order_notes_on_payments: true,
      authorization_window_seconds: true,
      fee_basis_points: true,
      tax_basis_points: true,
    },
  })
}
