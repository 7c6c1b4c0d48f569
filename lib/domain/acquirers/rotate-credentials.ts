import {
  AcquirerAccount,
  GatewayCredentials,
  RotateGatewayCredentials,
  SECRET_OVERLAP,
} from '#lib/domain/acquirers/schema.ts'
import { holdChange } from '#lib/domain/approvals/change.ts'
import type { acquirers } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { KnownThere } from '#lib/ports/acquirer.ts'
import {
  assertGateway,
  assertLive,
  changeAcquirer,
  findAcquirer,
  lockAcquirer,
  shownAcquirer,
} from './find.ts'

export const rotateGatewayCredentials = defineOperation({
  name: 'rotate_gateway_credentials',
  title: 'Rotate the credentials of a gateway account',
  summary:
    'Replaces the API key and the webhook secret of a gateway account, after a test that the key belongs to the same account. The credentials before are accepted for 24 hours from payers and webhooks under way. Takes two people where the merchant has two.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  effect: 'steps',
  input: RotateGatewayCredentials,
  output: AcquirerAccount,
  errors: ['acquirer_test_failed'],
  async run(context, { id, reason, sealed, ...entered }) {
    assertLive(context)
    const row = await findAcquirer(context, id)
    assertGateway(row)
    const wanted = sealed === undefined ? entered : opened(context, Buffer.from(sealed, 'base64'))
    const secret = JSON.stringify(credentialsAfter(context, row, wanted))
    const known = await knownThere(context, row, secret)
    const { kind, name, url, authority } = row
    const capabilities = await context.acquirers.probe(
      { kind, name, url, authority, secrets: [secret] },
      known,
    )
    return context.transaction(async (inner) => {
      const locked = await lockAcquirer(inner, id)
      const after = inner.vault.seal(JSON.stringify(credentialsAfter(inner, locked, wanted)))
      await holdChange(inner, {
        operation: 'rotate_gateway_credentials',
        input: { id, sealed: Buffer.from(after).toString('base64') },
        object_id: id,
        changes: [
          {
            label: `Credentials of ${row.name}`,
            before: 'The present ones',
            after: `Key ${keyIdIn(secret)}`,
          },
        ],
        looser: true,
        always: true,
        reason,
      })
      inner.about(id)
      inner.note({ credentials: 'replaced', key_id: keyIdIn(secret) })
      const rotated = await changeAcquirer(inner, id, {
        secret_encrypted: after,
        previous_secret_encrypted: locked.secret_encrypted,
        previous_secret_until: BigInt(inner.now + SECRET_OVERLAP),
        capabilities,
        capabilities_at: BigInt(inner.now),
      })
      return shownAcquirer(rotated, inner.now)
    })
  },
})

function opened({ vault }: Context, sealed: Uint8Array): GatewayCredentials {
  return GatewayCredentials.parse(JSON.parse(vault.open(Uint8Array.from(sealed))))
}

/**
 * The credentials that follow those of a row.
 * @throws input_validation_failed where the key is missing
 */
function credentialsAfter(
  context: Context,
  row: acquirers,
  { key_id, key_secret, webhook_secret }: Partial<GatewayCredentials>,
): GatewayCredentials {
  if (key_id === undefined || key_secret === undefined)
    throw refused('input_validation_failed', 'Enter the key ID and the key secret of the gateway.', {
      field: key_id === undefined ? 'key_id' : 'key_secret',
    })
  const before = opened(context, row.secret_encrypted)
  return { ...before, key_id, key_secret, webhook_secret: webhook_secret ?? before.webhook_secret }
}

function keyIdIn(secret: string): string {
  return GatewayCredentials.parse(JSON.parse(secret)).key_id
}

/**
 * By what the test knows the account: what is under way there must stay within reach. Undefined for the same key, which is
 * of the same account.
 * @throws acquirer_test_failed where nothing is known by which to tell
 */
async function knownThere(context: Context, row: acquirers, secret: string): Promise<KnownThere | undefined> {
  if (keyIdIn(secret) === opened(context, row.secret_encrypted).key_id) return undefined
  const found = await context.rows<{ id: string; gateway_id: string | null; reference: string | null }>(
    `SELECT id, acquirer_data ->> 'gateway_id' AS gateway_id, nullif(authorization_reference, id) AS reference FROM payments
     WHERE account_id = $1 AND acquirer_id = $2 ORDER BY created_at DESC, id DESC LIMIT 20`,
    [context.account.id, row.id],
  )
  // One that was imported has the ID that it has there.
  const payments = found.flatMap(({ id, gateway_id, reference }) => gateway_id ?? (reference ? [] : [id]))
  const references = found.flatMap(({ reference }) => reference ?? [])
  if (found.length > 0) return { payments: payments.slice(0, 3), references: references.slice(0, 10) }
  throw refused(
    'acquirer_test_failed',
    'No payment shows yet whether the key belongs to the same account. Add the gateway account again with the new key, and use that acquirer.',
    { field: 'key_id' },
  )
}
