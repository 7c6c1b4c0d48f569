import { assertNoWait, takeByNetwork } from '#lib/auth/limits.ts'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { type PlainRequest, readBytes } from '#lib/http/plain-request.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { CallReference } from '#lib/ports/acquirer-protocol.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { addressOf } from '#lib/surfaces/authorize.ts'
import { handlerOf } from '#lib/surfaces/plain-handler.ts'
import { Id } from '#lib/values/id.ts'
import { languageOfHeaders } from '#lib/values/language.ts'
import { type PayerDetails, payerDetailsIn } from '#lib/values/payer-details.ts'
import { e164 } from '#lib/values/phone.ts'

/** The longest form of a return, in bytes, and its most fields. */
const MAX_BYTES = 16_384
const MAX_FIELDS = 32

/** `GET /v1/acquirers/:id/payers/:reference`: the page that sends a payer on to the gateway. */
export const gatewayPayer = handlerOf((request, { params }) => reply(request, params))

/**
 * `/v1/acquirers/:id/payers/:reference/return`: the gateway's form of a payer who paid or failed, or its link of one who
 * gave up.
 */
export const gatewayReturn = handlerOf(async (request, { params }) => {
  const bytes = request.method === 'POST' ? await readBytes(request, MAX_BYTES) : Buffer.alloc(0)
  const fields = [...new URLSearchParams((bytes ?? Buffer.alloc(0)).toString())].slice(0, MAX_FIELDS)
  return reply(request, params, Object.fromEntries(fields))
})

async function reply(
  request: PlainRequest,
  params: Promise<Record<string, string> | undefined>,
  returned?: Record<string, string>,
) {
  const header = (name: string) => request.headers.get(name) ?? ''
  const language = languageOfHeaders(header('cookie'), header('accept-language'))
  try {
    assertNoWait(takeByNetwork('checkout_looks_network', addressOf(request)))
    const { id = '', reference = '' } = (await params) ?? {}
    const system = runtime()
    const holder = Id('acquirer').safeParse(id).success
      ? await linkHolder(system.query, 'acquirer', id)
      : null
    if (!holder || !CallReference.safeParse(reference).success) throw refused('route_not_found')
    const { account } = holder
    const details = detailsIn(header('cookie'), account.country)
    const payer = { reference, ...(returned ? { returned } : {}), language, details }
    const page = await system.acquirers.payer(account, id, payer)
    if (page.forged)
      system.acquirers.noteNotification(account, id, reference, 'A return without a valid signature.')
    const { status, text, headers } = page
    return { status, text, headers }
  } catch (thrown) {
    if (!isAppError(thrown)) logFault(thrown, { url: '/v1/acquirers' }, 'A request failed.')
    const { unavailablePage } = await import('#lib/acquirer/gateway-pages.ts')
    const page = unavailablePage(language)
    return { ...page, status: isAppError(thrown) ? thrown.status : 500 }
  }
}

/**
 * What the payer entered at the checkout of this server, in this browser alone: an address leads here that others may know,
 * so the page shows nothing of anyone else.
 */
function detailsIn(cookies: string, country: string): PayerDetails {
  const { contact, ...details } = payerDetailsIn(cookies)
  return { ...details, ...(contact === undefined ? {} : { contact: e164(contact, country) }) }
}
