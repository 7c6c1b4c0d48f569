import { headers } from 'next/headers'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { pageStyles } from '#lib/http/stylesheet.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'
import { newId } from '#lib/values/id.ts'
import { readCode } from '#lib/values/statement-code.ts'

/** Reads a bill by the token of its public page; null when no bill has this token. */
export function readByToken<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  token: string,
): Promise<z.output<O> | null> {
  return readByLink('bill', operation, token, (bill_id) => ({ bill_id }))
}

/** Reads a refund by the token of its customer's link; null when there is no such link, or none any more. */
export function readRefundByToken<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  token: string,
): Promise<z.output<O> | null> {
  return readByLink('refund', operation, token, (id) => ({ id }))
}

/**
 * Reads the record of a link, acting in the account of that record. The token is long and random: knowing it is the
 * permission.
 */
async function readByLink<I extends z.ZodType, O extends z.ZodType>(
  kind: 'bill' | 'refund',
  operation: Operation<I, O>,
  token: string,
  inputOf: (id: string) => object,
): Promise<z.output<O> | null> {
  if (!/^[0-9A-Za-z]{16,64}$/.test(token)) return null
  const { query, clock } = runtime()
  const actor = await linkHolder(query, kind, token)
  if (!actor) return null
  const requestId = newId('request', clock())
  return (await execute(runtime(), operation, actor, inputOf(actor.id), { requestId })).value
}

/** The headers of every response about a bill or a refund: private to the caller, and not indexed. */
export const PRIVATE_DOCUMENT = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const

/** How a document of this request is drawn: its language, its theme, and its own styles. */
export async function documentOptions(...sheets: Parameters<typeof pageStyles>) {
  const [language, { theme }, sent] = await Promise.all([pageLanguage(), currentPreferences(), headers()])
  return { language, theme, nonce: sent.get('x-nonce') ?? '', styles: pageStyles(...sheets) }
}

/** Responds with the document alone, without scripts. */
export async function documentResponse(page: ReactElement, status: number): Promise<Response> {
  // Next forbids this module in pages; route handlers may use it.
  const { renderToStaticMarkup } = await import('react-dom/server')
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: { ...PRIVATE_DOCUMENT, 'content-type': 'text/html; charset=utf-8' },
  })
}

/**
 * The figures of a printed statement by its code, acting in the account that issued it; null when no statement has
 * this code. The code cannot be guessed: only holders of the statement have it.
 */
export async function readByCode<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  typed: string,
): Promise<z.output<O> | null> {
  const code = readCode(typed)
  if (code === null) return null
  const { query, clock } = runtime()
  const actor = await linkHolder(query, 'statement', code)
  if (!actor) return null
  const requestId = newId('request', clock())
  return (await execute(runtime(), operation, actor, { code }, { requestId })).value
}
