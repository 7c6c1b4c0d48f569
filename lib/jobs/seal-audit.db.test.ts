import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAuditLineDetails } from '#lib/domain/audit/get-details.ts'
import { exportAuditLines, listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { sealAuditLines, verifyAudit } from '#lib/jobs/seal-audit.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

let instance: Instance
let account_id = ''
beforeAll(async () => {
  instance = await openInstance()
  account_id = instance.actor.account.id
  // The tests change what no role of the server may change.
  await instance.runtime.query('GRANT UPDATE, DELETE ON audit_lines, audit_seals TO CURRENT_USER', [])
})
afterAll(() => instance.close())

/** What a column is set to, and what is said of a line. */
const CHANGED: Record<string, string> = { details: `'{"x":1}'`, created_at: 'created_at + 1' }
const SHOWN: Record<string, RegExp> = { removed: /removed/, inserted: /inserted/ }

let serial = 0
const add = async (lines: number) => {
  for (let at = 0; at < lines; at += 1) {
    serial += 1
    await instance.run(createCustomer, {
      name: `Customer ${serial}`,
      email: `c${serial}@example.com`,
    } as never)
  }
}
const verify = () => verifyAudit(instance.runtime, account_id, 2920)
const query = (text: string, values: unknown[] = []) =>
  instance.runtime.query<Record<string, unknown>>(text, values)
const allIds = async () =>
  (await query('SELECT id FROM audit_lines WHERE account_id = $1 ORDER BY id', [account_id])).rows.map(
    ({ id }) => String(id),
  )

it('lines are sealed once they are five minutes old, by several workers at once, and then agree', async () => {
  await add(3)
  expect(await sealAuditLines(instance.runtime)).toBe(0)
  expect(await verify()).toMatchObject({ seals: 0, head: null, problems: [] })
  await instance.pass(310)
  await Promise.all([1, 2, 3].map(() => sealAuditLines(instance.runtime)))
  const first = await verify()
  expect(first).toMatchObject({ seals: 1, unsealed: 0, problems: [] })
  expect(first.lines).toBeGreaterThanOrEqual(3)
  await add(2)
  await instance.pass(310)
  expect(await sealAuditLines(instance.runtime)).toBe(2)
  expect(await sealAuditLines(instance.runtime)).toBe(0)
  expect(await verify()).toMatchObject({ seals: 2, lines: first.lines + 2, unsealed: 0, problems: [] })
})

it('whatever is changed, removed or inserted among sealed lines shows, and is gone when it is undone', async () => {
  const ids = await allIds()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ids.slice(0, -1)),
      fc.constantFrom(
        'action',
        'actor_name',
        'object_id',
        'details',
        'created_at',
        'ip',
        'removed',
        'inserted',
      ),
      async (id, how) => {
        const saved = (
          await query('SELECT * FROM audit_lines WHERE account_id = $1 AND id = $2', [account_id, id])
        ).rows
        if (how === 'removed')
          await query('DELETE FROM audit_lines WHERE account_id = $1 AND id = $2', [account_id, id])
        else if (how === 'inserted')
          await query(
            `INSERT INTO audit_lines SELECT (jsonb_populate_record(line, jsonb_build_object('id', $2 || '0'))).*
             FROM audit_lines line WHERE account_id = $1 AND id = $2`,
            [account_id, id],
          )
        else {
          const value = CHANGED[how] ?? `'other'`
          await query(`UPDATE audit_lines SET ${how} = ${value} WHERE account_id = $1 AND id = $2`, [
            account_id,
            id,
          ])
        }
        const { problems } = await verify()
        expect(problems).toHaveLength(1)
        expect(problems[0]).toMatch(SHOWN[how] ?? /changed/)
        await query('DELETE FROM audit_lines WHERE account_id = $1 AND id = ANY($2::text[])', [
          account_id,
          [id, `${id}0`],
        ])
        await query(
          'INSERT INTO audit_lines SELECT (jsonb_populate_record(NULL::audit_lines, $1::jsonb)).*',
          [JSON.stringify(saved[0])],
        )
        expect((await verify()).problems).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})

it('lines without an IP address agree with their seals, and an address that is added or removed shows', async () => {
  const { execute } = await import('#lib/pipeline/execute.ts')
  const older = await verify()
  const meta = { requestId: newId('request', instance.now() * 1000), ip: '192.0.2.44' }
  const input = { name: 'From somewhere', email: 'ip@example.com' }
  const { value } = await execute(instance.runtime, createCustomer, instance.actor, input as never, meta)
  await instance.pass(310)
  expect(await sealAuditLines(instance.runtime)).toBe(1)
  expect(await verify()).toMatchObject({ seals: older.seals + 1, problems: [] })
  const set = (ip: string | null, id: string) =>
    query('UPDATE audit_lines SET ip = $1 WHERE object_id = $2', [ip, id])
  const { rows } = await query(
    "SELECT object_id FROM audit_lines WHERE ip IS NULL AND object_id LIKE 'cust_%' LIMIT 1",
  )
  for (const [id, changed, stored] of [
    [value.id, null, '192.0.2.44'],
    [value.id, '192.0.2.45', '192.0.2.44'],
    [String(rows[0]?.object_id), '192.0.2.44', null],
  ] as const) {
    await set(changed, id)
    expect((await verify()).problems.join()).toMatch(/a line was changed/)
    await set(stored, id)
    expect((await verify()).problems).toEqual([])
  }
  serial += 1
})

it('a seal that is changed or removed shows, and it cannot be made again without the key of the digests', async () => {
  const restore = async (work: () => Promise<unknown>, pattern: RegExp) => {
    const { rows } = await query('SELECT to_jsonb(s) AS row FROM audit_seals s WHERE account_id = $1', [
      account_id,
    ])
    await work()
    expect((await verify()).problems.join(' ')).toMatch(pattern)
    await query('DELETE FROM audit_seals WHERE account_id = $1', [account_id])
    for (const { row } of rows)
      await query('INSERT INTO audit_seals SELECT (jsonb_populate_record(NULL::audit_seals, $1::jsonb)).*', [
        JSON.stringify(row),
      ])
    expect((await verify()).problems).toEqual([])
  }
  const where = 'WHERE account_id = $1 AND seq'
  await restore(
    () => query(`UPDATE audit_seals SET lines = lines + 1 ${where} = 1`, [account_id]),
    /Seal 1 was changed/,
  )
  await restore(
    () => query(`UPDATE audit_seals SET hash = sha256('x'::bytea) ${where} = 1`, [account_id]),
    /Seal 1 was changed.*Seal 2 was changed/,
  )
  await restore(() => query(`DELETE FROM audit_seals ${where} = 1`, [account_id]), /Seal 1 is missing/)
  const other = {
    ...instance.runtime,
    vault: { ...instance.runtime.vault, digest: () => new Uint8Array(32) },
  }
  expect((await verifyAudit(other, account_id, 2920)).problems).not.toEqual([])
})

it('lines that retention deleted are no problem, and old lines without a seal are', async () => {
  const [{ id = '' } = {}] = (
    await query('SELECT id FROM audit_lines WHERE account_id = $1 ORDER BY id LIMIT 1', [account_id])
  ).rows as { id: string }[]
  const { rows: saved } = await query('SELECT to_jsonb(l) AS row FROM audit_lines l WHERE id = $1', [id])
  await query('DELETE FROM audit_lines WHERE account_id = $1 AND id = $2', [account_id, id])
  expect((await verify()).problems).toHaveLength(1)
  await instance.pass(86_400 * 31)
  expect((await verifyAudit(instance.runtime, account_id, 30)).problems).toEqual([])
  await query('INSERT INTO audit_lines SELECT (jsonb_populate_record(NULL::audit_lines, $1::jsonb)).*', [
    JSON.stringify(saved[0]?.row),
  ])
  await add(1)
  await instance.pass(7200)
  expect((await verify()).problems.join()).toMatch(/not sealed/)
  await sealAuditLines(instance.runtime)
  expect((await verify()).problems).toEqual([])
})

it('the audit log is filtered, exported and read by those who may, within their account', async () => {
  const as = (role: (typeof ROLES)[number]) => ({
    ...instance.system,
    kind: 'user' as const,
    permissions: new Set(ROLE_PERMISSIONS[role]),
  })
  const customers = { action: ['create_customer'], actor_kind: ['key' as const], actor: 'te' }
  const page = await instance.run(listAuditLinesForDashboard, customers, undefined, as('finance'))
  expect(page.total).toBe(serial)
  const [line] = page.items
  expect(line).toMatchObject({ action: 'create_customer', actor_kind: 'key', actor_name: 'test', ip: null })
  const { rows } = await query(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, ip, user_agent, created_at)
     VALUES ($1, $2, 'api', 'POST', '/v1/customers', 200, 1, 'key', 'key', '192.0.2.9', 'curl/8', 1) RETURNING id`,
    [account_id, line?.request_id],
  )
  expect(rows).toHaveLength(1)
  const details = await instance.run(getAuditLineDetails, { id: line?.id ?? '' }, undefined, as('owner'))
  // The address is that of the line itself; what the caller was is read from the request.
  expect(details).toMatchObject({ ip: null, user_agent: 'curl/8', sealed: true, request_kept: true })
  const found = await instance.run(
    exportAuditLines,
    { object: line?.object_id ?? '' },
    undefined,
    as('admin'),
  )
  expect(found.items.map(({ id }) => id)).toEqual([line?.id])
  for (const role of ROLES) {
    const denied = await instance.run(listAuditLinesForDashboard, {}, undefined, as(role)).then(
      () => null,
      ({ reason }) => reason,
    )
    expect(denied, role).toBe(ROLE_PERMISSIONS[role].includes('audit:read') ? null : 'permission_denied')
  }
  const live = { ...as('owner'), account: { ...instance.actor.account, id: instance.merchant.accounts.live } }
  await expect(
    instance.run(getAuditLineDetails, { id: line?.id ?? '' }, undefined, live),
  ).rejects.toMatchObject({
    reason: 'record_not_found',
  })
  expect(newId('audit', Date.now())).toMatch(/^aud_/)
})
