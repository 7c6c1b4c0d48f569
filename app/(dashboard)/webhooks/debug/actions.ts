'use server'
import { debugPaymentForm, debugWebhookForm } from '#components/webhooks/debug-form-state.ts'
import { debugPaymentSignature, debugWebhookSignature } from '#lib/domain/webhooks/debug-signature.ts'
import { assertForm, errorState, openForm, readerOf } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { type FormDeclaration, type FormState, fieldTexts, inWords } from '#lib/values/form.ts'
import type { Verdict } from '#lib/values/signatures/verdict.ts'

type State = FormState<Verdict>

export async function debugWebhookAction(_: State, form: FormData): Promise<State> {
  return check(debugWebhookSignature, debugWebhookForm, form)
}

export async function debugPaymentAction(_: State, form: FormData): Promise<State> {
  return check(debugPaymentSignature, debugPaymentForm, form)
}

/** A check changes nothing, so it goes as a page is read: without a line in the log, and the secret goes nowhere. */
async function check(
  operation: typeof debugWebhookSignature | typeof debugPaymentSignature,
  declaration: FormDeclaration,
  form: FormData,
): Promise<State> {
  assertForm(form)
  const reader = await readerOf(form)
  const found = await tryRead<typeof operation.input, typeof operation.output>(
    operation,
    declaration.read(reader),
  )
  if (!found.ok) return errorState(form, inWords(declaration, found, reader))
  return { ...openForm(fieldTexts(form)), result: found.value }
}
