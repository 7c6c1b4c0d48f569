import { refresh, revalidatePath } from 'next/cache'
import { forbidden, redirect } from 'next/navigation'
import type { z } from 'zod'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { formRequests } from '#lib/http/form-request.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type FormError, submit } from '#lib/surfaces/form.ts'
import {
  type FormDeclaration,
  type FormProblem,
  FormReader,
  type FormState,
  fieldTexts,
  inWords,
  SCRIPT_FIELD,
} from '#lib/values/form.ts'
import { randomText } from '#lib/values/random-text.ts'

type Options<Output, Result> = {
  /** Where to go once it is done; undefined, or left out, the form stays and shows its result. */
  to?: (value: Output, form: FormReader) => string | undefined
  message?: (value: Output, form: FormReader) => string
  result?: (value: Output, form: FormReader) => Result | undefined
  /** The remaining work before the response. */
  after?: (value: Output) => Promise<void>
  /** The log's replacement of an input with secrets under names of the person's own. */
  logged?: (input: unknown) => unknown
  /** An error with details that only the server has; a path redirects in place of the error. */
  refused?: (error: FormProblem, form: FormReader) => FormProblem | string | Promise<FormProblem | string>
  /** A pending approval redirects to it, unless the form has its own text. */
  approval?: 'lead' | 'stay'
  /** After it is done, draws the app shell of every page again: pending approvals are counted in the navigation. */
  everywhere?: boolean
  /** After an error, renders the page again: its data may have changed meanwhile. */
  refreshes?: boolean
}

/**
 * An operation as the action of a form of the staff, with script and without: the same fields are read by the same
 * declaration, and the same problems come back. The key makes a double click or a retry have one effect.
 */
export function formAction<I extends z.ZodType, O extends z.ZodType, Result = never>(
  operation: Operation<I, O>,
  declaration: FormDeclaration,
  options: Options<z.output<O>, Result> = {},
): (state: unknown, form: FormData) => Promise<FormState<Result>> {
  return async (_, form) => {
    assertForm(form)
    const [actor, reader] = await Promise.all([requireStaff(), readerOf(form)])
    const input = declaration.read(reader)
    const problem = firstProblem(reader)
    if (problem) return again(form, problem, options)
    const key = reader.text('idempotency_key') || randomText(32)
    const password = reader.verbatim('password')
    const logged = options.logged ? options.logged(input) : input
    const result = await submit(operation, actor, input, 'dashboard', { key, password, logged })
    if (!result.ok) return refusedBy(result.error, form, reader, declaration, options)
    await options.after?.(result.value)
    // The forms of every page stop asking for the password.
    if (options.everywhere || password !== '') revalidatePath('/', 'layout')
    const shown = options.result?.(result.value, reader)
    const message = options.message?.(result.value, reader)
    return leadTo(form, options.to?.(result.value, reader), message, shown)
  }
}

/** The error of the operation in the words of the form; or the redirect. */
async function refusedBy<Output, Result>(
  error: FormError,
  form: FormData,
  reader: FormReader,
  declaration: FormDeclaration,
  options: Options<Output, Result>,
): Promise<FormState<Result>> {
  const waiting = options.approval === 'stay' ? null : approvalPath(error)
  if (waiting !== null) return leadTo(form, waiting, undefined)
  const said = inWords(declaration, error, reader)
  const problem = (await options.refused?.(said, reader)) ?? said
  if (typeof problem !== 'string') return again(form, problem, options)
  if (options.everywhere) revalidatePath('/', 'layout')
  return leadTo(form, problem, undefined)
}

function again(form: FormData, problem: FormProblem, { refreshes }: { refreshes?: boolean }) {
  if (refreshes) refresh()
  return errorState(form, problem)
}

/** The fields that the form itself could not read. */
function firstProblem({ problems: [first] }: FormReader): FormProblem | null {
  if (!first) return null
  const { field, description } = first
  return { reason: 'input_validation_failed', field, description, request_id: '' }
}

export function openForm(values: Record<string, string | string[]> = {}) {
  return { values, idempotency_key: randomText(32) }
}

/** The form again, with its input and another key. */
export function errorState(form: FormData, error: FormProblem) {
  return { values: fieldTexts(form), idempotency_key: randomText(32), error }
}

/** Reads a form with the currency of the account and the zone of the person. */
export async function readerOf(form: FormData): Promise<FormReader> {
  const [{ account }, { time_zone: zone, grouping }] = await Promise.all([
    requireStaff(),
    currentPreferences(),
  ])
  const now = Math.floor(Date.now() / 1000)
  return new FormReader(form, { currency: account.currency, grouping, zone, now })
}

/** Whether the browser submitted the form itself, without a script to show the result. */
export function isNative(form: FormData): boolean {
  return !form.has(SCRIPT_FIELD)
}

/** The page of the approval that a form requested, which shows the request and withdraws it; null for every other error. */
function approvalPath({ reason, metadata }: Pick<FormError, 'reason' | 'metadata'>): string | null {
  return reason === 'waiting_for_approval' ? `/approvals/${metadata?.approval_id}` : null
}

/** With script the browser navigates and shows the message; without, the server redirects. */
export function leadTo<Result>(
  form: FormData,
  href: string | undefined,
  message: string | undefined,
  result?: Result,
): FormState<Result> {
  if (href !== undefined && isNative(form)) redirect(href)
  const done = href === undefined && message === undefined ? {} : { done: { href, message } }
  return { values: {}, idempotency_key: randomText(32), ...done, ...(result === undefined ? {} : { result }) }
}

/**
 * Next calls an action with whatever was sent. What is no form comes from a page of another version, or from no page:
 * the response is that the page is out of date (lib/server/form-requests.ts).
 */
export function assertForm(form: unknown): asserts form is FormData {
  if (form instanceof FormData) return
  const request = formRequests().getStore()
  if (request) request.outOfDate = true
  forbidden()
}
