'use server'
import type { DebugState } from '#components/webhooks/debug-state.ts'
import { debugPaymentSignature, debugWebhookSignature } from '#lib/domain/webhooks/debug-signature.ts'
import { type Attempted, tryRead } from '#lib/surfaces/page.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import type { Verdict } from '#lib/values/signatures/verdict.ts'

/** Looking is no change, so it goes as a page is read: without a line in the log, and the secret goes nowhere. */
export async function debugWebhook({ turn }: DebugState, form: FormData): Promise<DebugState> {
  const { id, body = '', headers = '', secret = '', computed = '' } = textsOf(form)
  const input = { ...(id ? { id } : {}), body, headers, secret, computed }
  return answerOf(turn, { body, headers, computed }, await tryRead(debugWebhookSignature, input))
}

export async function debugPayment({ turn }: DebugState, form: FormData): Promise<DebugState> {
  const { order_id = '', payment_id = '', signature = '', secret = '', computed = '' } = textsOf(form)
  const shown = { order_id, payment_id, signature, computed }
  return answerOf(turn, shown, await tryRead(debugPaymentSignature, { ...shown, secret }))
}

function answerOf(turn: number, values: Record<string, string>, answer: Attempted<Verdict>): DebugState {
  if (answer.ok) return { values, turn: turn + 1, verdict: answer.value }
  const { description, field } = answer
  return { values, turn: turn + 1, error: { description, ...(field === undefined ? {} : { field }) } }
}
