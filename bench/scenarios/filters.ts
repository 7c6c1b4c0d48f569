import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { type SamplePayment, samplePayment } from '#bench/data/sample.ts'
import type { Instance } from '#bench/instance.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import type { Figure, Result, Setting } from '#bench/scenarios/scenario.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** Statements that take no longer, in milliseconds, have no plan in the report. */
const WORTH_SHOWING = 5

type Search = [name: string, operation: Operation, input: object]

/** Each way to search: all database work for the first page of results, counts and sums included. */
export async function filters({ cluster, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const plans: Plan[] = []
  const figures: Figure[] = []
  for (const [name, operation, input] of searchesFor(await samplePayment(instance))) {
    const what = `${name}, ${rows.toLocaleString('en')} rows`
    const found = await plansOf(instance.url, what, () => run(instance, operation, input))
    plans.push(...found.filter(({ execution }) => execution > WORTH_SHOWING))
    figures.push({ what, value: found.reduce((sum, plan) => sum + plan.execution, 0), unit: 'ms' })
    process.stderr.write('.')
  }
  await instance.close()
  return { outcomes: [], plans, figures, notes: [] }
}

function run(instance: Instance, operation: Operation, input: object): Promise<unknown> {
  return execute(instance.runtime, operation, instance.actor, input, { requestId: 'req_bench' })
}

function searchesFor(sample: SamplePayment): Search[] {
  const rupees = (Number(sample.amount) / 100).toFixed(2)
  const payments = (name: string, input: object): Search => [
    `payments by ${name}`,
    listPaymentsForDashboard,
    input,
  ]
  return [
    payments('nothing: count and sum, and by status', {}),
    payments('status', { status: ['authorized'] }),
    payments('receipt', { order: sample.receipt }),
    payments('receipt in the search box', { q: sample.receipt }),
    payments('amount in the search box', { q: rupees }),
    payments('range of amounts', { min: Number(sample.amount), max: Number(sample.amount) }),
    payments('last4', { last4: sample.last4 }),
    payments('note', { note_key: 'shelf', note_value: sample.note }),
    payments('bank reference', { reference: sample.rrn }),
    payments('error reason', { error: 'card_declined' }),
    payments('refund status', { refunded: 'partial' }),
    payments('email', { email: sample.email }),
    payments('contact', { contact: sample.contact }),
    payments('beginning of an email', { q: sample.email.slice(0, 14) }),
    payments('largest amount first', { sort: '-amount' }),
    payments('largest amount first, of a status', { sort: '-amount', status: ['failed'] }),
    payments('oldest first', { sort: 'created' }),
    ['orders by nothing: count and sum, and by status', listOrdersForDashboard, {}],
    ['orders by receipt', listOrdersForDashboard, { receipt: sample.receipt }],
    ['refunds by nothing: count and sum, and by status', listRefundsForDashboard, {}],
    ['refunds of a payment', listRefundsForDashboard, { payment: sample.id }],
  ]
}
