import { z } from 'zod'
import { holdChange } from '#lib/domain/approvals/change.ts'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { Block, BlockClient, ClientId } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const blockClient = defineOperation({
  name: 'block_client',
  title: 'Block an app',
  summary:
    "Blocks an app for the merchant, in both modes: its connections end immediately, and it can't be connected again.",
  permission: 'apps:write',
  http: null,
  input: BlockClient,
  output: Block.extend({ ended: z.int() }),
  async run(context, { client_id, reason }) {
    const { account, actor, now, rows } = context
    // A concurrent connection either commits before its grants are ended or sees that the app is blocked.
    await rows('SELECT 1 FROM merchants WHERE id = $1 FOR NO KEY UPDATE', [account.merchant_id])
    const client_name = await nameOf(context, client_id)
    const [row] = await rows(
      `INSERT INTO oauth_blocks (merchant_id, client_id, client_name, reason, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (merchant_id, client_id) DO UPDATE SET reason = coalesce(excluded.reason, oauth_blocks.reason)
       RETURNING *`,
      [account.merchant_id, client_id, client_name, reason ?? null, `${actor.kind}:${actor.name}`, now],
    )
    const whose = { client_id, merchant_id: account.merchant_id }
    const ended = await endGrants(rows, whose, 'blocked', now, actor.name)
    context.about(client_id)
    context.note({ client_name, reason: reason ?? null, ended })
    return { ...row, ended }
  },
})

export const unblockClient = defineOperation({
  name: 'unblock_client',
  title: 'Unblock an app',
  summary: 'Allows an app to be connected again. Ended connections stay ended.',
  permission: 'apps:write',
  loosensLimits: true,
  http: null,
  input: z.strictObject({ client_id: ClientId, reason: RequestReason }),
  output: Block,
  async run(context, { client_id, reason }) {
    const [block] = await context.rows<{ client_name: string }>(
      'SELECT client_name FROM oauth_blocks WHERE merchant_id = $1 AND client_id = $2 FOR UPDATE',
      [context.account.merchant_id, client_id],
    )
    if (block)
      await holdChange(context, {
        operation: 'unblock_client',
        input: { client_id },
        object_id: client_id,
        changes: [{ label: `App ${block.client_name}`, before: 'Blocked', after: 'Can be connected' }],
        looser: true,
        reason,
      })
    const [row] = await context.rows(
      'DELETE FROM oauth_blocks WHERE merchant_id = $1 AND client_id = $2 RETURNING *',
      [context.account.merchant_id, client_id],
    )
    if (!row) throw refused('record_not_found', 'This app is not blocked.')
    context.about(client_id)
    context.note({ client_name: row.client_name })
    return row
  },
})

export const listBlocksForDashboard = defineOperation({
  name: 'list_blocks_for_dashboard',
  title: 'List blocked apps for the dashboard',
  summary: 'Lists the apps that the merchant has blocked, newest first.',
  permission: 'apps:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(Block) }),
  async run({ account, rows }) {
    const items = await rows(
      `SELECT * FROM oauth_blocks WHERE merchant_id = $1 ORDER BY created_at DESC, client_id LIMIT ${SHOWN}`,
      [account.merchant_id],
    )
    return { items }
  },
})

const SHOWN = 200

/** The name of the app. Apps that are registered for another merchant are not revealed. */
async function nameOf({ account, rows }: Context, clientId: string): Promise<string> {
  const [client] = await rows<{ name: string }>(
    'SELECT name FROM oauth_clients WHERE id = $1 AND (merchant_id IS NULL OR merchant_id = $2)',
    [clientId, account.merchant_id],
  )
  if (client) return client.name
  const [grant] = await rows<{ client_name: string }>(
    `SELECT client_name FROM oauth_grants WHERE client_id = $2
     AND account_id IN (SELECT id FROM accounts WHERE merchant_id = $1) LIMIT 1`,
    [account.merchant_id, clientId],
  )
  if (!grant) throw refused('record_not_found', 'There is no such app.')
  return grant.client_name
}
