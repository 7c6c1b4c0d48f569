import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { listKeysForDashboard } from '#lib/domain/api-keys/list.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { listClientsForDashboard } from '#lib/domain/clients/list.ts'
import { listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { EXPORT_OPERATIONS, exportOperationOf } from '#lib/domain/exports/lists.ts'
import { createExportSchedule } from '#lib/domain/exports/schedule.ts'
import { inviteUser } from '#lib/domain/invitations/invite.ts'
import { listInvitationsForDashboard } from '#lib/domain/invitations/list.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import {
  exportDeliveries,
  listDeliveriesForDashboard,
  listWebhooksForDashboard,
} from '#lib/domain/webhooks/list.ts'
import { columnsOf as deliveryColumns } from '#lib/exports/columns/deliveries.ts'
import { type CsvColumn, fileText, writerOf } from '#lib/exports/file.ts'
import { cursorOf, EXPORT_COLUMNS } from '#lib/exports/lists.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'

const SECRET = 'NotForAnyFile'
const FORMULA = '=HYPERLINK("http://x.example")'

let shop: ApprovalInstance
let owner: Actor
let webhook = ''
/** What was shown once when it was created. */
const shownOnce: string[] = []

beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person()
  const { now } = shop.instance
  const account = owner.account.id
  const query = (sql: string, ...values: unknown[]) => shop.instance.runtime.query(sql, [account, ...values])
  const as = <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>, input: z.input<I>) =>
    shop.instance.run(operation, input, undefined, owner, true)

  await query(
    `INSERT INTO mails (account_id, id, kind, object_id, recipient, subject, text, html, status, created_at)
     SELECT $1, 'mail_0000000000000' || n, 'bill', 'bill_1', n || '@example.com', $2, $3, $3,
            CASE WHEN n > 5 THEN 'failed' ELSE 'sent' END, n FROM generate_series(1, 9) n`,
    FORMULA,
    `http://shop.example/bill/${SECRET}`,
  )
  await query(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, user_agent,
                               request_headers, request_body, response_body, created_at)
     SELECT $1, 'req_0000000000000' || n, 'api', 'POST', '/v1/orders', CASE WHEN n > 4 THEN 422 ELSE 200 END, 3, 'key',
            'key_1', $2, jsonb_build_object('authorization', $3::text), $3, $3, n FROM generate_series(1, 9) n`,
    FORMULA,
    SECRET,
  )
  await query(
    `INSERT INTO batches (account_id, id, kind, status, name, currency, count, total, created_by, created_at)
     SELECT $1, 'bat_0000000000000' || n, 'refund', CASE WHEN n > 6 THEN 'running' ELSE 'checked' END, $2, 'INR', 2, 250,
            'user:a@example.com', n FROM generate_series(1, 9) n`,
    FORMULA,
  )
  for (const count of [1, 2, 3, 4]) {
    const key = await as(createKey, { name: FORMULA, scopes: count > 1 ? ['orders:read'] : [] })
    shownOnce.push(key.secret)
    if (count === 4) await as(revokeKey, { id: key.id, typed_name: key.name })
    const client = await as(createClient, {
      name: FORMULA,
      redirect_uris: ['https://client.example/back'],
      auth_method: count === 4 ? 'none' : 'client_secret_post',
    })
    if (client.secret !== null) shownOnce.push(client.secret)
    const invited = await as(inviteUser, {
      email: `p${count}@example.com`,
      name: FORMULA,
      role: 'viewer',
    })
    if (invited.link_token !== null) shownOnce.push(invited.link_token)
    if (count === 4) await as(withdrawInvitation, { id: invited.id })
    const app = await shop.program(owner, { name: FORMULA })
    if (count === 4)
      await query(
        `UPDATE oauth_grants SET revoked_at = $2, revoked_by = 'a', revoked_reason = 'staff'
         WHERE account_id = $1 AND id = $3`,
        now(),
        app.id,
      )
    const endpoint = await as(createWebhook, {
      url: `http://localhost:9/hooks?token=${SECRET}`,
      events: ['*'],
      active: true,
    })
    shownOnce.push(endpoint.secret ?? '')
    if (count < 4) webhook = endpoint.id
    await query(
      `UPDATE webhook_endpoints SET description = $2, headers = jsonb_build_object('x-shop', $3::text), failing_since = $4
       WHERE account_id = $1 AND id = $5`,
      FORMULA,
      SECRET,
      count === 4 ? null : now(),
      endpoint.id,
    )
  }
  await query(
    `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, state, round_at, last_error, created_at)
     SELECT $1, $2, 'evt_0000000000000' || n, 'order.paid', CASE WHEN n > 6 THEN 'dropped' ELSE 'failed' END, 1, $3, n
     FROM generate_series(1, 9) n`,
    webhook,
    FORMULA,
  )
})
afterAll(() => shop.instance.close())

type Row = Record<string, unknown>
type Listed = {
  operation: Operation<z.ZodType, z.ZodType<{ items: Row[] }>>
  list: Operation<z.ZodType, z.ZodType<{ items: Row[] }>>
  columns: readonly CsvColumn<Row>[]
  cursor: (row: Row) => string
}

/** A list with the operation of its file, which are declared together. */
function listed(path: keyof typeof EXPORT_OPERATIONS, list: unknown): Listed {
  return {
    operation: EXPORT_OPERATIONS[path] as unknown as Listed['operation'],
    list: list as Listed['list'],
    columns: EXPORT_COLUMNS[path]('Asia/Kolkata', 'INR') as readonly CsvColumn<Row>[],
    cursor: (row) => cursorOf(path, row),
  }
}

const LISTS: [name: string, of: Listed, filter: () => object, rows: number][] = [
  ['outbox', listed('outbox', listMailsForDashboard), () => ({ status: 'sent' }), 5],
  ['logs', listed('logs', listRequestsForDashboard), () => ({ status: ['4xx'] }), 5],
  ['batches', listed('batches', listBatchesForDashboard), () => ({ status: ['checked'] }), 6],
  ['api-keys', listed('api-keys', listKeysForDashboard), () => ({ group: 'current' }), 3],
  ['webhooks', listed('webhooks', listWebhooksForDashboard), () => ({ failing: true }), 3],
  [
    'deliveries',
    {
      operation: exportDeliveries as unknown as Listed['operation'],
      list: listDeliveriesForDashboard as unknown as Listed['list'],
      columns: deliveryColumns('Asia/Kolkata') as unknown as readonly CsvColumn<Row>[],
      cursor: (row) => String(row.event_id),
    },
    () => ({ id: webhook, state: ['failed'] }),
    6,
  ],
  ['connected-apps', listed('connected-apps', listAppsForDashboard), () => ({ group: 'connected' }), 3],
  ['clients', listed('connected-apps/clients', listClientsForDashboard), () => ({ type: 'confidential' }), 3],
  [
    'invitations',
    listed('settings/team/invitations', listInvitationsForDashboard),
    () => ({ group: 'pending' }),
    3,
  ],
]

/** The lines of a file, read two rows at a time. */
async function linesOf({ operation, columns, cursor }: Listed, filter: object): Promise<string[]> {
  const pageAfter = async (after?: string) =>
    (await shop.instance.run(operation, { ...filter, count: 2, after }, undefined, owner)).items
  let text = ''
  const parts = fileText(writerOf('csv', columns, null), await pageAfter(), (last) => pageAfter(cursor(last)))
  for await (const part of parts) text += part
  return text.split('\r\n').slice(0, -1)
}

describe.each(LISTS)('the file of %s', (_, of, filterOf, rows) => {
  it('has exactly the rows of the list under a filter, and no formula', async () => {
    const filter = filterOf()
    const { items } = await shop.instance.run(of.list, { ...filter, count: 100 }, undefined, owner)
    const [head = '', ...lines] = await linesOf(of, filter)
    expect(head.split(',')).toEqual(of.columns.map(([name]) => name))
    expect(lines.map((line) => line.split(',')[0])).toEqual(items.map(of.cursor))
    const made = lines.filter((line) => line.includes('HYPERLINK'))
    expect(made).toHaveLength(rows)
    for (const line of made) expect(line).toContain(`"'=HYPERLINK(`)
    expect((await linesOf(of, { ...filter, ids: items.slice(1, 2).map(of.cursor) })).slice(1)).toEqual(
      lines.slice(1, 2),
    )
  })

  it('has nothing that grants access', async () => {
    const { id } = filterOf() as { id?: string }
    const text = (await linesOf(of, id === undefined ? {} : { id })).join('\n')
    for (const secret of [SECRET, ...shownOnce]) expect(text).not.toContain(secret)
    expect(shownOnce.every((secret) => secret.length > 10)).toBe(true)
  })
})

it('says of a URL that it has parameters, and of headers their names', async () => {
  const [head = '', first = ''] = await linesOf(listed('webhooks', listWebhooksForDashboard), {})
  expect(first).toContain(',http://localhost:9/hooks?…,')
  expect(first.split(',')[head.split(',').indexOf('custom_headers')]).toBe('x-shop')
})

it('a list that shows some people fewer rows is only sent to those who see all', async () => {
  const finance = await shop.person('finance')
  const schedule = (list: string, recipients: string[], as: Actor) =>
    outcomeOf(
      shop.instance.run(
        createExportSchedule,
        {
          list,
          query: '',
          frequency: 'daily',
          hour: 7,
          format: 'csv',
          columns: ['status'],
          recipients,
        },
        undefined,
        as,
      ),
    )
  for (const list of ['outbox', 'connected-apps']) {
    expect((await schedule(list, [finance.id], finance)).reason, list).toBe('permission_denied')
    expect((await schedule(list, [owner.id, finance.id], owner)).reason, list).toBe('input_validation_failed')
    expect((await schedule(list, [owner.id], owner)).value, list).toMatchObject({ list })
  }
  // Their own files they have nevertheless.
  const { items } = await shop.instance.run(
    EXPORT_OPERATIONS['connected-apps'],
    { count: 10 },
    undefined,
    finance,
  )
  expect(items).toEqual([])
  expect(exportOperationOf('outbox').alsoNeeds).toContain('team:write')
})
