import { assertNoWait, takeByNetwork } from '#lib/auth/limits.ts'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { openCheckout, RETURN_COOKIE } from '#lib/domain/orders/open-checkout.ts'
import { type PlainRequest, readBytes } from '#lib/http/plain-request.ts'
import { type AppError, asAppError, isAppError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { env } from '#lib/process/env.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { addressOf } from '#lib/surfaces/authorize.ts'
import { readForm } from '#lib/surfaces/brackets.ts'
import { handlerOf, type TextReply } from '#lib/surfaces/plain-handler.ts'
import { Id, newId } from '#lib/values/id.ts'
import { languageOfHeaders } from '#lib/values/language.ts'

/** Bytes of the form, of the cookie that it becomes, and of its notes as the checkout page keeps them. */
const MAX_BYTES = 65_536
const MAX_COOKIE_BYTES = 3800
const MAX_NOTES_BYTES = 2500
/** How long the browser keeps where it returns to, in seconds. */
const STORED_SECONDS = 21_600

/**
 * `POST /v1/checkout/embedded`: the form of a merchant's site, sent by the payer's browser, so without a secret. A right one
 * leads to the checkout page of its order. Where the payer returns to is kept in that browser, for the pages of that order
 * only, so a form changes nothing for anyone else. A wrong one is a page that says what to correct.
 */
export const hostedCheckout = handlerOf(async (request) => {
  try {
    assertNoWait(takeByNetwork('checkout_network', addressOf(request)))
    return await open(await fieldsOf(request))
  } catch (thrown) {
    if (!isAppError(thrown)) logFault(thrown, { url: '/v1/checkout/embedded' }, 'A request failed.')
    return pageOf(asAppError(thrown), request)
  }
})

async function fieldsOf(request: PlainRequest): Promise<Record<string, unknown>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw refused('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.')
  const bytes = await readBytes(request, MAX_BYTES)
  if (!bytes) throw refused('body_too_large', `The form can be up to ${MAX_BYTES} bytes.`)
  const text = bytes.toString('latin1')
  if (!isUtf8(text)) throw refused('malformed_body', 'The form is not valid UTF-8.')
  return readForm(text)
}

/** An encoded form has ASCII alone, and what it encodes is UTF-8. */
function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    return /^[\x20-\x7e]*$/.test(text)
  } catch {
    return false
  }
}

async function open(fields: Record<string, unknown>): Promise<TextReply> {
  const id = Id('order').safeParse(fields.order_id)
  if (!id.success)
    throw refused(
      'input_validation_failed',
      'order_id is required. Create an order with the API, and send its ID in the form.',
      { field: 'order_id' },
    )
  const system = runtime()
  const payer = await linkHolder(system.query, 'order', id.data)
  if (!payer)
    throw refused('record_not_found', `No order ${id.data} exists.`, { field: 'order_id', status: 404 })
  const { value } = await execute(system, openCheckout, payer, fields, {
    requestId: newId('request', system.clock()),
  })
  const { order_id, callback_url, cancel_url, description, prefill, notes } = value
  const cookie = encodeURIComponent(JSON.stringify({ callback_url, cancel_url, description }))
  if (cookie.length > MAX_COOKIE_BYTES)
    throw refused(
      'input_validation_failed',
      'callback_url, cancel_url and description are too long together. Shorten them.',
      { field: 'callback_url' },
    )
  if (encodeURIComponent(JSON.stringify(JSON.stringify(notes))).length > MAX_NOTES_BYTES)
    throw refused('input_validation_failed', 'The notes are too long. Put them into the order.', {
      field: 'notes',
    })
  const query = new URLSearchParams()
  const { method, ...details } = prefill ?? {}
  if (method) query.set('method', method)
  for (const [name, text] of Object.entries(details)) if (text) query.set(`prefill[${name}]`, text)
  for (const [name, text] of Object.entries(notes)) query.set(`notes[${name}]`, text)
  const secure = env().BASE_URL.startsWith('https:') ? '; Secure' : ''
  return {
    status: 303,
    text: '',
    headers: {
      location: `/checkout/${order_id}${query.size > 0 ? `?${query}` : ''}`,
      'set-cookie': `${RETURN_COOKIE}=${cookie}; Path=/checkout/${order_id}; Max-Age=${STORED_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      'cache-control': 'no-store',
    },
  }
}

/** For the payer in their language; for the merchant's developer in English, like every error of the API. */
async function pageOf(error: AppError, request: PlainRequest): Promise<TextReply> {
  // Loaded for a wrong form alone.
  const { textOf } = await import('#lib/messages/text.ts')
  const { barePage, errorPage, escaped } = await import('#lib/oauth/error-page.ts')
  const header = (name: string) => request.headers.get(name) ?? ''
  const language = languageOfHeaders(header('cookie'), header('accept-language'))
  const t = textOf(language)
  const { field = '', message } = error
  const said = message.includes(field) ? message : `${field}: ${message}`
  return {
    status: error.status,
    text: barePage(
      language,
      t('hosted.title'),
      `<p>${escaped(t('hosted.note'))}</p>
<p class="quiet">${escaped(t('hosted.for_developer', { error: said }))}</p>`,
    ),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': errorPage.policy,
      'cache-control': 'no-store',
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    },
  }
}
