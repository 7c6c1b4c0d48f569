/**
 * `node e2e/live-payment.ts <key id of live mode> <amount>`: a captured payment of live mode, which has no bank of its own on
 * the server under test. It is made by the operations themselves with the simulated bank, and its ID is printed.
 */
import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import { newId } from '#lib/values/id.ts'
import { withInstance } from '#scripts/command-line/instance.ts'
import { complain } from '#scripts/complain.ts'

const CAPABILITIES: Capabilities = {
  name: 'Simulator',
  protocol: 1,
  sandbox: true,
  methods: ['card'],
  currencies: ['INR'],
  collection: ['direct'],
  upi_links: false,
  partial_capture: false,
  instant_refunds: true,
  payouts: true,
  settlement: true,
  limits: { min_amount: 1, max_amount: 100_000_000 },
  authorization_seconds: 432_000,
}
const GOOD_CARD = '4100280000001007'

const [keyId = '', amount = ''] = process.argv.slice(2)
try {
  const id = await withInstance(async ({ runtime }) => {
    const { rows } = await runtime.query<{ account_id: string }>(
      'SELECT account_id FROM api_keys WHERE id = $1',
      [keyId],
    )
    const found = await systemActor(runtime.query, rows[0]?.account_id ?? '', 'test')
    const bank = runtime.acquirer({ ...found.account, mode: 'test' })
    const acquirer = { id: 'acq_simulator', version: 1, direct: true, capabilities: CAPABILITIES }
    const actor = { ...found, account: { ...found.account, acquirer } }
    const system: Runtime = { ...runtime, acquirer: () => bank }
    const request = { amount: Number(amount), currency: 'INR' as const }
    const run = async <I extends z.ZodType, O extends z.ZodType>(of: Operation<I, O>, input: z.input<I>) =>
      (await execute(system, of, actor, input, { requestId: newId('request', runtime.clock()) })).value
    const { id: order_id } = await run(createOrder, { ...request, payment_capture: true })
    const card = { number: GOOD_CARD, name: 'Payer', expiry_month: '12', expiry_year: '2030', cvv: '123' }
    const payer = { email: 'payer@example.com', contact: '+919876543210', method: 'card' as const, card }
    const begun = await run(beginPayment, { ...request, ...payer, order_id })
    await run(confirmPayment, { id: begun.id, order_id, response: { otp: '482913' } })
    return begun.id
  })
  process.stdout.write(id)
  process.exit(0)
} catch (error) {
  complain(error)
  process.exit(1)
}
