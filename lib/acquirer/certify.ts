import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Call, ERROR_STATUS, MAX_MESSAGE_BYTES } from '#lib/ports/acquirer-protocol.ts'
import {
  type Adapter,
  AMOUNT,
  type Certification,
  Failed,
  newReference,
  openAdapter,
  partOf,
} from './certify-adapter.ts'
import { signedHeaders } from './signature.ts'

export type CheckResult = { check: string; result: 'passed' | 'failed' | 'skipped'; detail: string }

/** Of another acquirer: the adapter must accept a second secret, never this one alone. */
const FOREIGN_SECRET = `whsec_${Buffer.from('counterfoil-certification-secret').toString('base64')}`
const PARALLEL = 50

/**
 * The series of checks that an adapter passes before it carries live payments. Each stands alone and moves only money of the
 * sandbox.
 */
export async function certify(options: Certification): Promise<CheckResult[]> {
  const adapter = await openAdapter(options)
  const results: CheckResult[] = []
  try {
    for (const [check, run] of Object.entries(CHECKS)) {
      if (options.only && check !== 'capabilities' && !options.only.includes(check)) continue
      try {
        const skipped = await run(adapter)
        results.push({ check, result: skipped ? 'skipped' : 'passed', detail: skipped ?? '' })
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        results.push({ check, result: 'failed', detail })
        // Without its capabilities nothing else is known of the adapter.
        if (check === 'capabilities') break
      }
    }
    return results
  } finally {
    await adapter.close()
  }
}

/** Each returns the reason for which it does not apply, or nothing. */
const CHECKS: Record<string, (adapter: Adapter) => Promise<string | undefined>> = {
  async capabilities(adapter) {
    const { sandbox } = await adapter.readCapabilities()
    if (!sandbox) throw new Failed('Only a sandbox is certified: this adapter moves real money.')
    return undefined
  },

  async 'signature missing'(adapter) {
    await adapter.expectError('signature_invalid', 'status', statusBody(adapter), {})
    await adapter.expectError('signature_invalid', '', '', {})
    return undefined
  },

  async 'signature wrong'(adapter) {
    const body = statusBody(adapter)
    const foreign = signedHeaders([FOREIGN_SECRET], body, Date.now())
    await adapter.expectError('signature_invalid', 'status', body, foreign)
    const other = signedHeaders(adapter.secrets, statusBody(adapter), Date.now())
    await adapter.expectError('signature_invalid', 'status', body, other)
    return undefined
  },

  async 'signature old'(adapter) {
    const body = statusBody(adapter)
    const old = signedHeaders(adapter.secrets, body, Date.now() - 6 * MINUTE)
    await adapter.expectError('signature_invalid', 'status', body, old)
    return undefined
  },

  async 'signature of the future'(adapter) {
    const body = statusBody(adapter)
    const early = signedHeaders(adapter.secrets, body, Date.now() + 6 * MINUTE)
    await adapter.expectError('signature_invalid', 'status', body, early)
    return undefined
  },

  async 'clock four minutes off'(adapter) {
    for (const off of [-4 * MINUTE, 4 * MINUTE]) {
      const body = statusBody(adapter)
      const { status } = await adapter.send(
        'status',
        body,
        signedHeaders(adapter.secrets, body, Date.now() + off),
      )
      if (status !== 200) throw new Failed(`A clock that is four minutes off got ${status}.`)
    }
    return undefined
  },

  async 'secret exchanged'(adapter) {
    const body = statusBody(adapter)
    const headers = signedHeaders([FOREIGN_SECRET, ...adapter.secrets], body, Date.now())
    const { status } = await adapter.send('status', body, headers)
    if (status !== 200) throw new Failed(`Two signatures, of which the second is right, got ${status}.`)
    return undefined
  },

  async 'signature of another call'(adapter) {
    await adapter.expectError('invalid_request', 'capture', statusBody(adapter))
    return undefined
  },

  async 'malformed requests'(adapter) {
    await adapter.expectError('invalid_request', 'status', '{"call":"status"')
    await adapter.expectError('invalid_request', 'status', adapter.boundedBody('status', {}))
    const fractional = adapter.boundedBody('authorize', adapter.attemptOf(newReference(), 0.5))
    await adapter.expectError('invalid_request', 'authorize', fractional)
    await adapter.expectError('not_found', 'nothing', statusBody(adapter))
    return undefined
  },

  async 'status of what never arrived'(adapter) {
    const { outcome } = await adapter.status({ reference: newReference() })
    if (outcome !== 'unknown') throw new Failed(`The status is ${outcome} in place of unknown.`)
    return undefined
  },

  async 'authorize 50 times at once'(adapter) {
    const attempt = adapter.attemptOf(newReference())
    await sameAtOnce('authorize', () => adapter.authorize(attempt))
    return undefined
  },

  async 'reference reused'(adapter) {
    const reference = newReference()
    const first = await adapter.authorize(adapter.attemptOf(reference))
    const other = adapter.boundedBody('authorize', adapter.attemptOf(reference, AMOUNT + 100))
    await adapter.expectError('reference_reused', 'authorize', other)
    const capture = captureOf(adapter, reference, { reference })
    await adapter.expectError('reference_reused', 'capture', adapter.boundedBody('capture', capture))
    const again = await adapter.authorize(adapter.attemptOf(reference))
    if (!isDeepStrictEqual(again, first)) throw new Failed('The first request lost its response.')
    return undefined
  },

  async 'direct collection'(adapter) {
    const { collection, test_instrument } = adapter.capabilities()
    if (!collection.includes('direct')) return 'no direct collection'
    if (!test_instrument) throw new Failed('The capabilities have no test_instrument.')
    const { outcome } = await adapter.authorize(adapter.directOf(newReference()))
    if (outcome !== 'authorized') throw new Failed(`The test_instrument got ${outcome}.`)
    return undefined
  },

  async 'hosted collection'(adapter) {
    if (!adapter.capabilities().collection.includes('hosted')) return 'no hosted collection'
    for (const outcome of ['paid', 'declined', 'cancelled'] as const) {
      const reference = newReference()
      await adapter.payHosted(reference, outcome)
      const status = await adapter.status({ reference })
      const found = status.outcome === 'authorization' ? status.response.outcome : status.outcome
      if (found !== (outcome === 'paid' ? 'authorized' : 'declined'))
        throw new Failed(`A payer who chose ${outcome} left ${found}.`)
    }
    return undefined
  },

  async 'capture 50 times at once'(adapter) {
    const request = captureOf(adapter, await adapter.authorized())
    const { outcome } = await sameAtOnce('capture', () => adapter.capture(request))
    if (outcome !== 'captured') throw new Failed(`An authorized payment got ${outcome}.`)
    const status = await adapter.status({ reference: request.reference })
    if (status.outcome !== 'capture') throw new Failed(`The status of a capture is ${status.outcome}.`)
    return undefined
  },

  async 'capture under two references'(adapter) {
    const authorization = await adapter.authorized()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => adapter.capture(captureOf(adapter, authorization))),
    )
    const captured = outcomes.filter(({ outcome }) => outcome === 'captured').length
    if (captured !== 1) throw new Failed(`One authorization was captured ${captured} times.`)
    return undefined
  },

  async 'capture over the authorization'(adapter) {
    const request = captureOf(adapter, await adapter.authorized(), { amount: AMOUNT + 1 })
    const { outcome } = await adapter.capture(request)
    if (outcome !== 'refused') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async 'capture of what never arrived'(adapter) {
    const { outcome } = await adapter.capture(captureOf(adapter, newReference()))
    if (outcome !== 'refused') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async void(adapter) {
    const authorization = await adapter.authorized()
    const request = refundOf(adapter, authorization)
    const { outcome } = await sameAtOnce('void', () => adapter.void(request))
    if (outcome === 'failed') throw new Failed('An authorized payment could not be voided.')
    const capture = await adapter.capture(captureOf(adapter, authorization))
    if (capture.outcome !== 'refused') throw new Failed('A voided payment was captured.')
    return undefined
  },

  async 'void after capture'(adapter) {
    const { outcome } = await adapter.void(refundOf(adapter, await captured(adapter)))
    if (outcome !== 'failed') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async 'refund 50 times at once'(adapter) {
    const request = refundOf(adapter, await captured(adapter), { amount: AMOUNT / 2 })
    const { outcome } = await sameAtOnce('refund', () => adapter.refund(request))
    if (outcome === 'failed') throw new Failed('A captured payment could not be refunded.')
    const status = await adapter.status({ reference: request.reference })
    if (status.outcome !== 'refund') throw new Failed(`The status of a refund is ${status.outcome}.`)
    return undefined
  },

  async 'refund over the capture'(adapter) {
    const whole = refundOf(adapter, await captured(adapter), { amount: AMOUNT + 1 })
    if ((await adapter.refund(whole)).outcome !== 'failed')
      throw new Failed('More was refunded than captured.')
    const authorization = await captured(adapter)
    const parts = await Promise.all(
      Array.from({ length: 10 }, () =>
        adapter.refund(refundOf(adapter, authorization, { amount: AMOUNT / 4 })),
      ),
    )
    const accepted = parts.filter(({ outcome }) => outcome !== 'failed').length
    if (accepted !== 4) throw new Failed(`Of ten refunds of a quarter, ${accepted} were accepted.`)
    return undefined
  },

  async 'refund without a capture'(adapter) {
    const { outcome } = await adapter.refund(refundOf(adapter, await adapter.authorized()))
    if (outcome !== 'failed') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async payout(adapter) {
    if (!adapter.capabilities().payouts) return 'no payouts'
    const account = { account_number: '1234567890', ifsc: 'HDFC0000001', name: 'Asha Rao', narration: 'Test' }
    await paidOut(adapter, 'payout', account)
    return undefined
  },

  async settle(adapter) {
    if (!adapter.capabilities().settlement) return 'no settlement'
    await paidOut(adapter, 'settle', {})
    return undefined
  },

  async 'notifications late, doubled and reordered'(adapter) {
    const refund = refundOf(adapter, await captured(adapter))
    const first = await adapter.refund(refund)
    const references = first.outcome === 'pending' ? [refund.reference] : []
    if (adapter.capabilities().collection.includes('hosted')) {
      const reference = newReference()
      await adapter.payHosted(reference, 'paid')
      references.push(reference)
    }
    if (references.length === 0) return 'no outcome of this adapter comes late'
    // Rejected once, each comes again behind those that came after it.
    const twice = (reference: string) =>
      adapter.received.some((one) => one.reference === reference && one.repeated)
    const deadline = Date.now() + adapter.patienceMs
    while (!references.every(twice)) {
      if (Date.now() > deadline)
        throw new Failed(
          `A notification was not sent again within ${adapter.patienceMs} ms, with the same ID.`,
        )
      await wait(50)
    }
    if (adapter.unsignedCount() > 0) throw new Failed('A notification was not signed.')
    const status = await adapter.status({ reference: refund.reference })
    if (status.outcome !== 'refund' || status.response.outcome === 'pending')
      throw new Failed('A refund is pending after its notification.')
    return undefined
  },

  async 'request cut'(adapter) {
    const fields = adapter.attemptOf(newReference())
    await partOf(adapter, 'authorize', adapter.boundedBody('authorize', fields), 0)
    const status = await adapter.status({ reference: fields.reference })
    if (status.outcome !== 'unknown') throw new Failed('Half a request had an effect.')
    await adapter.authorize(fields)
    return undefined
  },

  async 'requests slow'(adapter) {
    const body = statusBody(adapter)
    const slow = Promise.all(Array.from({ length: 20 }, () => partOf(adapter, 'status', body, 1500)))
    await wait(300)
    const other = adapter.status({ reference: newReference() })
    const first = await Promise.race([other.then(() => 'other'), wait(1000).then(() => 'slow')])
    await slow
    await other
    if (first === 'slow') throw new Failed('Slow requests hold up others.')
    return undefined
  },

  async 'request oversized'(adapter) {
    const body = adapter.boundedBody('status', { reference: newReference(), filling: 'x'.repeat(1_000_000) })
    const sent = await adapter.send('status', body).catch(() => null)
    if (sent !== null && sent.status !== ERROR_STATUS.body_too_large)
      throw new Failed(`A body of 1 MB got ${sent.status} in place of 413.`)
    await adapter.status({ reference: newReference() })
    return undefined
  },

  async 'responses in time and in bounds'(adapter) {
    const { slowest, largest } = adapter.worst()
    if (largest > MAX_MESSAGE_BYTES) throw new Failed(`A response had ${largest} bytes.`)
    if (slowest > adapter.responseMs / 2) throw new Failed(`A response took ${Math.round(slowest)} ms.`)
    return undefined
  },
}

export const CHECK_NAMES = Object.keys(CHECKS)

const MINUTE = 60_000

const statusBody = (adapter: Adapter) => adapter.boundedBody('status', { reference: newReference() })

function captureOf(adapter: Adapter, authorization: string, more: object = {}) {
  const reference = newReference()
  return { reference, authorization, amount: AMOUNT, currency: adapter.currency(), ...more }
}

function refundOf(adapter: Adapter, authorization: string, more: object = {}) {
  return { ...captureOf(adapter, authorization), speed: 'normal', ...more }
}

async function captured(adapter: Adapter): Promise<string> {
  const authorization = await adapter.authorized()
  const { outcome } = await adapter.capture(captureOf(adapter, authorization))
  if (outcome !== 'captured') throw new Failed(`An authorized payment got ${outcome}.`)
  return authorization
}

/**
 * Fails unless all of many equal calls, which run at the same time, get one response. What is pending may be decided between
 * two of them: then there is one response before, and one after.
 */
async function sameAtOnce<Response extends { outcome: string }>(
  name: Call,
  call: () => Promise<Response>,
): Promise<Response> {
  const first = call()
  const responses = await Promise.all([first, ...Array.from({ length: PARALLEL - 1 }, call)])
  const { pending = [], decided = [] } = Object.groupBy(responses, ({ outcome }) =>
    outcome === 'pending' ? 'pending' : 'decided',
  )
  for (const alike of [pending, decided])
    if (!alike.every((response) => isDeepStrictEqual(response, alike[0])))
      throw new Failed(`Equal calls of ${name} got different responses.`)
  return first
}

async function paidOut(adapter: Adapter, name: 'payout' | 'settle', account: object): Promise<void> {
  const reference = newReference()
  const fields = { reference, amount: AMOUNT, currency: adapter.currency(), ...account }
  await sameAtOnce(name, () => adapter[name](fields))
  const status = await adapter.status({ reference })
  if (status.outcome !== 'payout') throw new Failed(`The status of ${name} is ${status.outcome}.`)
  const more = adapter.boundedBody(name, { ...fields, amount: AMOUNT * 2 })
  await adapter.expectError('reference_reused', name, more)
}

/** For people: a line for each check. */
export function certificationText(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.map(({ check, result, detail }) =>
    `${check.padEnd(width)}  ${result.padEnd(7)}  ${detail}`.trimEnd(),
  )
  const failed = results.filter(({ result }) => result === 'failed').length
  return [
    ...lines,
    failed === 0 ? 'Certified.' : `Not certified: ${failed} of ${results.length} failed.`,
  ].join('\n')
}
