import { z } from 'zod'
import { eventBody } from '#lib/domain/events/rules.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { nameFor } from '#lib/domain/webhooks/rules.ts'
import { DebugPaymentSignature, DebugWebhookSignature } from '#lib/domain/webhooks/schema/listen.ts'
import { MAX_ENDPOINTS } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { debugPayment } from '#lib/values/signatures/debug-payment.ts'
import { debugWebhook } from '#lib/values/signatures/debug-webhook.ts'
import { readHeaders } from '#lib/values/signatures/headers.ts'
import type { KnownSecret } from '#lib/values/signatures/secrets.ts'
import type { Verdict } from '#lib/values/signatures/verdict.ts'

/** The verdict; its format is free, since no API response contains it. */
const VerdictOutput = z.custom<Verdict>((value) => typeof value === 'object' && value !== null)

export const debugWebhookSignature = defineOperation({
  name: 'debug_webhook_signature',
  title: 'Debug the signature of a webhook',
  summary:
    'Checks whether body, headers and secret match, and names the likely mistake if not. Nothing is stored.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: DebugWebhookSignature,
  output: VerdictOutput,
  async run(context, { id, body, headers, secret, computed }) {
    const endpoint = id === undefined ? null : await findWebhook(context, id)
    const known = [
      ...(await endpointSecrets(context, endpoint?.id ?? null)),
      ...(await keySecrets(context)),
      ...(await otherModeSecrets(context)),
    ]
    const signed = readHeaders(headers)
    const own = known.find(({ as }) => as === 'current')?.secret
    return debugWebhook({
      // A browser submits text with Windows line endings; event bodies have no line breaks.
      body: body.replaceAll('\r\n', '\n'),
      headers: signed,
      secret: secret === '' ? (own ?? '') : secret,
      stored: secret === '',
      known,
      sent: signed.id === null ? null : await sentBody(context, signed.id, endpoint?.events ?? null, body),
      computed: computed === '' ? null : computed,
      now: context.now,
    })
  },
})

export const debugPaymentSignature = defineOperation({
  name: 'debug_payment_signature',
  title: 'Debug the signature of a payment',
  summary:
    'Checks whether order ID, payment ID, signature and secret match, and names the likely mistake if not. Nothing is stored.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: DebugPaymentSignature,
  output: VerdictOutput,
  async run(context, input) {
    const known = [...(await keySecrets(context)), ...(await endpointSecrets(context, null))]
    const payment = await context.tables.payments.findFirst({
      where: { account_id: context.account.id, id: input.payment_id },
      select: { order_id: true },
    })
    return debugPayment({
      ...input,
      known,
      order_of_payment: payment?.order_id ?? null,
      computed: input.computed === '' ? null : input.computed,
    })
  },
})

/** The body that was sent for an event, under the name that the endpoint subscribed to or that the body itself has. */
async function sentBody(
  context: Context,
  id: string,
  events: readonly string[] | null,
  body: string,
): Promise<string | null> {
  const event = await context.tables.events.findFirst({ where: { account_id: context.account.id, id } })
  if (!event) return null
  const said = /"event"\s*:\s*"(transfer\.(?:processed|failed))"/.exec(body)?.[1]
  return eventBody(event, events ? nameFor(event.event, events) : (said ?? event.event))
}

/** The secrets of the account's endpoints, with those of the given endpoint first. They never leave the server. */
async function endpointSecrets(context: Context, id: string | null): Promise<KnownSecret[]> {
  const rows = await endpointsOf(context, context.account.id)
  const own = rows.filter((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  return [
    ...own.flatMap((row) => secretsOf(context, row, 'current', 'previous')),
    ...others.flatMap((row) => secretsOf(context, row, 'other', 'other_previous')),
  ]
}

/** Those of the same merchant's endpoints in the other mode. */
async function otherModeSecrets(context: Context): Promise<KnownSecret[]> {
  const other = await context.tables.accounts.findFirst({
    where: { merchant_id: context.account.merchant_id, id: { not: context.account.id } },
    select: { id: true },
  })
  if (!other) return []
  const rows = await endpointsOf(context, other.id)
  return rows.flatMap((row) => secretsOf(context, row, 'other_mode', 'other_mode'))
}

/** Those of the account's API keys, newest first: they sign payments. */
async function keySecrets(context: Context): Promise<KnownSecret[]> {
  const keys = await context.tables.api_keys.findMany({
    where: { account_id: context.account.id },
    orderBy: { created_at: 'desc' },
    take: 50,
    select: { name: true, secret_encrypted: true },
  })
  return keys.map((key) => ({
    secret: context.vault.open(key.secret_encrypted),
    as: 'other_key',
    of: key.name,
  }))
}

function endpointsOf(context: Context, account_id: string): Promise<webhook_endpoints[]> {
  return context.tables.webhook_endpoints.findMany({
    where: { account_id, deleted_at: null },
    orderBy: { created_at: 'desc' },
    take: MAX_ENDPOINTS,
  })
}

function secretsOf(
  context: Context,
  row: webhook_endpoints,
  current: KnownSecret['as'],
  previous: KnownSecret['as'],
): KnownSecret[] {
  const open = (sealed: Uint8Array, as: KnownSecret['as']) => ({
    secret: context.vault.open(sealed),
    as,
    of: row.url,
    owner: row.id,
  })
  const before = row.previous_secret_encrypted
  return [open(row.secret_encrypted, current), ...(before ? [open(before, previous)] : [])]
}
