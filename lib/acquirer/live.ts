import type { Query } from '#lib/database/query.ts'
import { GatewayCredentials } from '#lib/domain/acquirers/schema.ts'
import type { acquirers } from '#lib/generated/prisma/client.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import {
  type Acquirer,
  type AcquirerNotification,
  type AcquirerSettings,
  type Acquirers,
  type Circuit,
  type KnownThere,
  NotSent,
  type PayerPage,
  type PayerRequest,
} from '#lib/ports/acquirer.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import { log } from '#lib/process/log.ts'
import { redactText } from '#lib/process/redact.ts'
import { newId } from '#lib/values/id.ts'
import type { GatewayOptions } from './gateway.ts'
import type { GatewayClient } from './gateway-client.ts'
import { gathered } from './gathered.ts'
import { reportedOutcome, watchedCall } from './watched-call.ts'

type Account = Parameters<Acquirers['of']>[0]

type Parts = {
  query: Query
  clock(): number
  unseal(sealed: Uint8Array): string
  networks: readonly string[]
  baseUrl: string
  timeoutMs: number
  /** How long one is left alone after it failed too often in a row. */
  restMs?: number
}

/** An opened acquirer: its calls, and what only its secrets can tell. */
type Client = Acquirer & {
  circuit(): Circuit
  capabilities(): Promise<Capabilities>
  close(): Promise<void>
  returned(params: Record<string, string>): string | null
  notification(body: string, headers: Record<string, string>): Promise<AcquirerNotification | null>
  payer?(request: PayerRequest): Promise<PayerPage>
  /** Of a gateway. */
  client?: GatewayClient
  sees?(known: KnownThere): Promise<boolean>
}

type Opened = {
  version: number
  readAt: number
  /** When one of its secrets is no longer valid. */
  until: number
  client: Client
}

type Row = Pick<
  acquirers,
  'id' | 'kind' | 'name' | 'url' | 'authority' | 'secret_encrypted' | 'previous_secret_encrypted' | 'version'
> & { previous_secret_until: number | null; upi_links: boolean | null }

/** One line of acquirer_calls, without its ID and time. */
type CallLine = {
  account_id: string
  acquirer_id: string
  call: string
  reference: string | null
  outcome: string | null
  error: string | null
  duration_ms: number
  request: object
  response: object | null
}

/** For so long what is known of an acquirer that takes no new payments is believed, in milliseconds. */
const BELIEVED = 30_000
/** Properties that lines have of requests and responses: none of a card, an account or a person. */
const SHOWN = [
  'amount',
  'currency',
  'authorization',
  'speed',
  'outcome',
  'reason',
  'kind',
  'utr',
  'data',
  'status',
]

const LINE = `INSERT INTO acquirer_calls (account_id, id, acquirer_id, call, reference, outcome, error, duration_ms, request,
    response, created_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
    $9::jsonb[], $10::jsonb[], $11::bigint[])`

/**
 * The acquirers of live mode: each is opened once in a process, with its circuit breaker and its bounds, and again when its
 * row has changed. The account, which every request reads, tells the version of the one that takes new payments, so that
 * no call reads the row again.
 */
export function openAcquirers(parts: Parts): Acquirers {
  const opened = new Map<string, Opened>()
  const opening = new Map<string, Promise<Opened>>()
  const underWay = new Map<string, number>()
  const write = gathered<CallLine & { id: string; at: number }, undefined>(async (lines) => {
    await parts.query(LINE, columnsOf(lines))
    return lines.map(() => undefined)
  })

  /** Its libraries are loaded where live mode has an acquirer. */
  async function clientOf(settings: AcquirerSettings): Promise<Client> {
    const common = {
      url: settings.url,
      name: settings.name,
      networks: parts.networks,
      ...(settings.authority === null ? {} : { authority: settings.authority }),
      totalMs: Math.max(50, Math.floor(parts.timeoutMs * 0.9)),
      ...(parts.restMs === undefined ? {} : { restMs: parts.restMs }),
    }
    if (settings.kind === 'gateway') return gatewayOf(settings, common)
    const { secrets } = settings
    const { createRemoteAcquirer } = await import('./remote.ts')
    const { isSigned, notificationIn, referenceOfReturn } = await import('./signature.ts')
    const client = createRemoteAcquirer({
      ...common,
      secrets,
      ...(settings.upiLinks ? { upiLinks: true } : {}),
      ...(settings.notifyUrl === undefined ? {} : { notifyUrl: settings.notifyUrl }),
    })
    return {
      ...client,
      returned: (params) => referenceOfReturn(secrets, params),
      async notification(body, headers) {
        if (!isSigned(secrets, body, headers)) return null
        const notification = notificationIn(secrets, body, headers)
        if (!notification)
          throw refused('input_validation_failed', 'A notification has reference and status.')
        return { message: headers['webhook-id'] ?? '', reference: notification.reference }
      },
    }
  }

  async function gatewayOf(
    settings: AcquirerSettings,
    common: Omit<GatewayOptions, 'credentials' | 'pagesUrl'>,
  ): Promise<Client> {
    const { createGatewayAcquirer } = await import('./gateway.ts')
    const { replyToPayer } = await import('./gateway-pages.ts')
    const { referenceOfReturn } = await import('./signature.ts')
    const [present, ...previous] = settings.secrets
    const credentials = [credentialsIn(present), ...previous.map(credentialsIn)] as const
    const gateway = createGatewayAcquirer({
      ...common,
      credentials,
      pagesUrl: settings.payersUrl ?? parts.baseUrl,
    })
    return {
      ...gateway,
      returned: (params) => referenceOfReturn(gateway.returnSecrets, params),
      notification: gateway.notification,
      payer: (request) => replyToPayer(gateway, request),
    }
  }

  async function open(account: Account, id: string): Promise<Opened> {
    const { rows } = await parts.query<Row>(
      `SELECT id, kind, name, url, authority, secret_encrypted, previous_secret_encrypted, previous_secret_until, version,
         (capabilities ->> 'upi_links')::boolean AS upi_links
       FROM acquirers WHERE account_id = $1 AND id = $2`,
      [account.id, id],
    )
    const [row] = rows
    if (!row) throw refused('acquirer_not_configured')
    const now = parts.clock()
    const before = opened.get(id)
    if (before && before.version === row.version && now < before.until) {
      before.readAt = now
      return before
    }
    const validUntil = Number(row.previous_secret_until ?? 0) * 1000
    const previous =
      row.previous_secret_encrypted !== null && now < validUntil
        ? [parts.unseal(row.previous_secret_encrypted)]
        : []
    const fresh = {
      version: row.version,
      readAt: now,
      until: previous.length > 0 ? validUntil : Number.POSITIVE_INFINITY,
      client: await clientOf({
        ...row,
        secrets: [parts.unseal(row.secret_encrypted), ...previous],
        notifyUrl: notifyUrlOf(parts.baseUrl, id),
        payersUrl: `${parts.baseUrl}/v1/acquirers/${id}/payers`,
        upiLinks: row.upi_links === true,
      }),
    }
    opened.set(id, fresh)
    // Calls that are under way end first.
    if (before) setTimeout(() => void before.client.close(), parts.timeoutMs * 2).unref()
    return fresh
  }

  async function current(account: Account, id: string): Promise<Client> {
    const known = opened.get(id)
    const wanted = account.acquirer?.id === id ? account.acquirer.version : undefined
    const now = parts.clock()
    const fits =
      known && now < known.until && (wanted ? known.version >= wanted : now - known.readAt < BELIEVED)
    if (fits) return known.client
    const under = opening.get(id) ?? open(account, id).finally(() => opening.delete(id))
    opening.set(id, under)
    return (await under).client
  }

  function note(line: CallLine): void {
    const at = parts.clock()
    write({ ...line, id: newId('acquirer_call', at), at }).catch((error) =>
      log().warn({ err: error }, 'A call to an acquirer could not be recorded.'),
    )
  }

  function of(account: Account, id: string): Acquirer {
    async function observed<R extends object>(
      call: string,
      request: { reference: string },
      run: (client: Client) => Promise<R>,
    ): Promise<R> {
      const about = {
        account_id: account.id,
        acquirer_id: id,
        call,
        reference: request.reference,
        request: shownOf(request),
      }
      const begun = performance.now()
      const line = (end: Pick<CallLine, 'outcome' | 'error' | 'response'>) =>
        note({ ...about, ...end, duration_ms: Math.round(performance.now() - begun) })
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
      try {
        const response = await watchedCall({ call, acquirer: id, live: true }, async () =>
          run(await current(account, id)),
        )
        line({ outcome: reportedOutcome(response), error: null, response: shownOf(response) })
        return response
      } catch (error) {
        if (!isAppError(error) || !(error.cause instanceof NotSent))
          line({ outcome: null, error: errorSentence(error), response: null })
        throw error
      } finally {
        underWay.set(id, (underWay.get(id) ?? 1) - 1)
      }
    }

    return {
      name: id,
      ...(account.acquirer?.capabilities.upi_links ? { upiLinks: true } : {}),
      authorize: (request) => observed('authorize', request, (client) => client.authorize(request)),
      confirm: (reference, response, about) =>
        observed('confirm', { reference }, (client) => client.confirm(reference, response, about)),
      capture: (request) => observed('capture', request, (client) => client.capture(request)),
      void: (request) => observed('void', request, (client) => client.void(request)),
      refund: (request) => observed('refund', request, (client) => client.refund(request)),
      payout: (request) => observed('payout', request, (client) => client.payout(request)),
      settle: (request) => observed('settle', request, (client) => client.settle(request)),
      status: (reference, about) =>
        observed('status', { reference }, (client) => client.status(reference, about)),
    }
  }

  return {
    of,
    async probe(settings, known) {
      let client: Client | undefined
      try {
        client = await clientOf(settings)
        const capabilities = await client.capabilities()
        if (!known || (await client.sees?.(known))) return capabilities
      } catch (error) {
        throw testFailed(error)
      } finally {
        await client?.close()
      }
      throw refused('acquirer_test_failed', OTHER_ACCOUNT, { field: 'key_id' })
    },
    async returned(account, id, params) {
      const reference = (await current(account, id)).returned(params)
      const error = reference === null ? 'The signature of the return is missing, wrong or old.' : null
      note({ ...ofMessage(account, id, 'return', reference), error })
      return reference
    },
    async notification(account, id, body, headers) {
      return (await current(account, id)).notification(body, headers)
    },
    async payer(account, id, request) {
      const { payer } = await current(account, id)
      if (!payer) throw refused('route_not_found')
      return payer(request)
    },
    async reader(account, id) {
      const { client } = await current(account, id)
      if (!client) return null
      const { createGatewayReader } = await import('./gateway-reader.ts')
      return createGatewayReader(
        async () => (await current(account, id)).client ?? client,
        (error) => note({ ...ofMessage(account, id, 'read', null), error: errorSentence(error) }),
      )
    },
    noteNotification(account, id, reference, error) {
      note({ ...ofMessage(account, id, 'notification', reference), error })
    },
    openCalls: (id) => underWay.get(id) ?? 0,
    circuits: () => [...opened.values()].map(({ client }) => client.circuit()),
    async close() {
      await Promise.all([...opened.values()].map(({ client }) => client.close()))
      opened.clear()
    },
  }
}

const OTHER_ACCOUNT =
  'This key belongs to another account at the gateway. Enter a key of the same account, or add the other account as an acquirer.'

export function notifyUrlOf(baseUrl: string, id: string): string {
  return `${baseUrl}/v1/acquirers/${id}/notifications`
}

function credentialsIn(secret: string): GatewayCredentials {
  return GatewayCredentials.parse(JSON.parse(secret))
}

function ofMessage(account: Account, id: string, call: string, reference: string | null) {
  return {
    account_id: account.id,
    acquirer_id: id,
    call,
    reference,
    outcome: null,
    duration_ms: 0,
    request: {},
    response: null,
  }
}

/** What a line has of a request or a response. Texts of the bank may hold a card number, so they are redacted. */
function shownOf(message: object): object {
  const shown = Object.entries(message).flatMap(([name, value]): [string, unknown][] => {
    if (SHOWN.includes(name)) return [[name, value]]
    if (name === 'response' && typeof value === 'object' && value !== null) return [[name, shownOf(value)]]
    if (name === 'instrument') return [['method', value?.method]]
    if (name === 'collect') return [['collect', 'hosted']]
    return []
  })
  return JSON.parse(redactText(JSON.stringify(Object.fromEntries(shown))))
}

/** What went wrong, in one sentence that names neither what was sent nor what came back. */
export function errorSentence(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error && !isFinal(inner)) inner = inner.cause
  if (isAppError(inner)) return inner.message
  return inner instanceof Error ? inner.message.slice(0, 300) : 'Failed.'
}

function testFailed(error: unknown) {
  const sentence = errorSentence(error)
  const wrongSecret = sentence.includes('signature_invalid') && !sentence.includes('clock')
  return refused(
    'acquirer_test_failed',
    wrongSecret ? 'The acquirer does not accept this secret.' : `The connection test failed. ${sentence}`,
    { field: fieldOf(sentence, wrongSecret), cause: error },
  )
}

/** The field that a failed test is about. */
function fieldOf(sentence: string, wrongSecret: boolean): string {
  if (wrongSecret) return 'secret'
  return sentence.includes('API key') ? 'key_id' : 'url'
}

/** A failed connection says no more than that: what is below names addresses. */
function isFinal(error: Error): boolean {
  return error.message === 'The connection failed.'
}

function columnsOf(lines: (CallLine & { id: string; at: number })[]): unknown[] {
  return [
    lines.map(({ account_id }) => account_id),
    lines.map(({ id }) => id),
    lines.map(({ acquirer_id }) => acquirer_id),
    lines.map(({ call }) => call),
    lines.map(({ reference }) => reference),
    lines.map(({ outcome }) => outcome),
    lines.map(({ error }) => error),
    lines.map(({ duration_ms }) => duration_ms),
    lines.map(({ request }) => JSON.stringify(request)),
    lines.map(({ response }) => response && JSON.stringify(response)),
    lines.map(({ at }) => Math.floor(at / 1000)),
  ]
}
