'use server'
import { redirect } from 'next/navigation'
import { issueBillAction } from '#app/(dashboard)/bills/actions.ts'
import { builderSetting } from '#app/(dashboard)/bills/setting.ts'
import { build } from '#components/bills/draft/build.ts'
import { draftFromForm } from '#components/bills/draft/from-form.ts'
import { problemsOf } from '#components/bills/draft/problems.ts'
import type { PlainBillState } from '#components/bills/plain/plain-state.ts'
import { randomText } from '#lib/values/id.ts'

/**
 * Adds the plain form up, and issues the bill once the sum that it comes to is the one that the person has seen: the
 * form without script cannot show it before it is sent.
 */
export async function issueBillPlainly(_: PlainBillState, form: FormData): Promise<PlainBillState> {
  const { setting } = await builderSetting()
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !field[0].startsWith('$'),
  )
  const { idempotency_key = '', seen = '', ...values } = Object.fromEntries(texts)
  const built = build(draftFromForm(values), setting)
  const problems = problemsOf(built)
  const { net, tax, gross, round_off } = built.sums
  const sums = { net, tax, gross, round_off, discount: built.sums.line_discounts + built.sums.bill_discount }
  if (problems.length > 0) return { values, idempotency_key, problems, sums: null }
  if (seen !== String(net)) return { values, idempotency_key, problems, sums }
  const result = await issueBillAction(built.body, idempotency_key)
  if (result.ok) redirect(`/bills/${result.value.id}`)
  // A refusal is kept under its key, so the corrected form needs another.
  const path = result.error.field === 'receipt_number' ? 'receipt_number' : 'root'
  return {
    values,
    idempotency_key: randomText(32),
    problems: [{ path, message: result.error.description }],
    sums,
  }
}
