import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { assertNoWait, takeByNetwork } from '#lib/auth/limits.ts'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { receiveNotification } from '#lib/domain/bank-notifications.ts'
import { readBytes } from '#lib/http/plain-request.ts'
import { errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { MAX_MESSAGE_BYTES } from '#lib/ports/acquirer-protocol.ts'
import { runtime } from '#lib/runtime.ts'
import { handlerOf } from '#lib/surfaces/plain-handler.ts'
import { Id, newId } from '#lib/values/id.ts'

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }
/** Of the acquirer protocol, and of gateways with this API in either dialect. */
const HEADERS = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-razorpay-event-id',
  'x-razorpay-signature',
  'x-event-id',
  'x-signature',
]

/**
 * `POST /v1/acquirers/:id/notifications`: what an acquirer reports of a reference. The body is bounded before it is read and
 * verified as it came; the signature stands for the caller. Money moves by what the acquirer says when it is asked.
 */
export const acquirerNotification = handlerOf(async (request, { params }) => {
  try {
    assertNoWait(takeByNetwork('acquirer_notifications', request.headers.get(ADDRESS_HEADER)))
    const { id = '' } = (await params) ?? {}
    await receive(
      id,
      await readBytes(request, MAX_MESSAGE_BYTES),
      Object.fromEntries(HEADERS.map((name) => [name, request.headers.get(name) ?? ''])),
    )
    return { status: 200, text: '{}', headers: JSON_HEADERS }
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const { retryAfter } = thrown
    return {
      status: thrown.status,
      text: JSON.stringify(errorBody(thrown)),
      headers:
        retryAfter === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'retry-after': String(retryAfter) },
    }
  }
})

async function receive(id: string, bytes: Buffer | null, headers: Record<string, string>): Promise<void> {
  if (bytes === null) throw refused('body_too_large')
  const system = runtime()
  const actor = Id('acquirer').safeParse(id).success ? await linkHolder(system.query, 'acquirer', id) : null
  if (actor === null) throw refused('route_not_found')
  const { account } = actor
  const { acquirers } = system
  const notification = await acquirers
    .notification(account, id, bytes.toString(), headers)
    .catch((thrown) => {
      if (isAppError(thrown) && thrown.reason === 'input_validation_failed')
        acquirers.noteNotification(account, id, null, 'A signed notification outside the protocol.')
      throw thrown
    })
  if (notification === null) {
    acquirers.noteNotification(account, id, null, 'A notification without a valid signature.')
    throw refused('authentication_required', 'The signature is missing, wrong or older than five minutes.')
  }
  const { reference, refund, message } = notification
  if (reference === null && !refund) return
  const { value } = await execute(
    system,
    receiveNotification,
    actor,
    { id, reference, ...(refund ? { refund } : {}), message: message.slice(0, 200) },
    {
      requestId: newId('request', system.clock()),
    },
  )
  // Others use the same account, and what they refund is none of ours.
  if (!value.known && reference === null) return
  const error = value.known ? null : 'A notification about a reference that is unknown here.'
  acquirers.noteNotification(account, id, refund?.id ?? reference, error)
}
