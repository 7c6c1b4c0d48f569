import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  downloadAccountExport,
  fetchAccountExports,
  requestAccountExport,
} from '#lib/domain/account-exports/request.ts'
import { EXPORT_RETENTION } from '#lib/domain/account-exports/schema.ts'
import { exportAccounts } from '#lib/jobs/export-account.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
})
afterAll(() => shop.instance.close())

const request = (as = owner) => outcomeOf(shop.instance.run(requestAccountExport, {}, undefined, as, true))
const newest = async () => (await shop.instance.run(fetchAccountExports, {}, undefined, owner)).items[0]
const download = (id: string, as = owner) =>
  outcomeOf(shop.instance.run(downloadAccountExport, { id }, undefined, as, true))

/** The files of a ZIP by their names, read along its central directory. */
function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; ) {
    if (zip.readUInt32LE(at) !== 0x02014b50) break
    const [method, size, long, extra, note, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + long)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    files.set(name, (method === 8 ? inflateRawSync(bytes) : bytes).toString())
    at += 46 + long + extra + note
  }
  return files
}

describe('an export of everything', () => {
  it('has every row of the account, the documents and the business, and no secret', async () => {
    const { instance } = shop
    const account = instance.actor.account.id
    // More than a page of rows, with ids that sort.
    await instance.runtime.query(
      `INSERT INTO orders (account_id, id, amount, currency, status, payment_capture, created_at)
       SELECT $1, 'order_export' || lpad(n::text, 8, '0'), 100 + n, 'INR', 'created', false, $2 FROM generate_series(1, 1203) n`,
      [account, instance.now()],
    )
    await instance.runtime.storage.put(
      `documents/${account}/doc_NfLw3gQ81xRt0a`,
      (async function* () {
        yield Buffer.from('the bytes of a document')
      })(),
    )
    await instance.runtime.query(
      `INSERT INTO documents (account_id, id, purpose, name, mime_type, size, sha256, storage_key, created_at)
       VALUES ($1, 'doc_NfLw3gQ81xRt0a', 'other', 'नोट.pdf', 'application/pdf', 23, 'x', $2, 1), ($1, 'doc_NfLw3gQ81xRt0b', 'other', 'gone.pdf', 'application/pdf', 1, 'x', $3, 1)`,
      [account, `documents/${account}/doc_NfLw3gQ81xRt0a`, `documents/${account}/doc_gone`],
    )
    const { value } = await request()
    expect(value).toMatchObject({ status: 'queued', requested_by: owner.name })
    expect((await request()).reason).toBe('export_running')
    await exportAccounts(instance.runtime)
    const done = await newest()
    expect(done).toMatchObject({ status: 'ready', files: 2, expires_at: instance.now() + EXPORT_RETENTION })

    const { value: file } = await download(done?.id ?? '')
    expect(file?.name).toMatch(/^counterfoil-test-/)
    const zip = await buffer(await instance.runtime.storage.get(file?.storage_key ?? ''))
    expect(zip.length).toBe(file?.bytes)
    const files = filesOf(zip)
    const lines = (name: string) =>
      (files.get(`${name}.ndjson`) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const { rows } = await instance.runtime.query('SELECT id FROM orders WHERE account_id = $1', [account])
    expect(
      lines('orders')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(rows.map(({ id }) => id).sort())
    expect(lines('ledger_postings').length).toBeGreaterThan(0)
    expect(lines('api_keys')[0]).not.toHaveProperty('secret_hash')
    expect(files.get('documents/doc_NfLw3gQ81xRt0a/नोट.pdf')).toBe('the bytes of a document')
    expect(JSON.parse(files.get('business.json') ?? '')).toMatchObject({
      business: { name: 'Test Stores' },
      team: [{ email: owner.name, role: 'owner' }],
    })
    const about = JSON.parse(files.get('export.json') ?? '')
    expect(about.rows.orders).toBe(rows.length)
    expect(about.missing_documents).toEqual(['doc_NfLw3gQ81xRt0b'])
    expect([...files.keys()].filter((name) => /idempotency|wallet_codes|record_counts/.test(name))).toEqual(
      [],
    )
  })

  it('is for its requester, by email and link, and leaves audit lines', async () => {
    const { instance } = shop
    const { id = '' } = (await newest()) ?? {}
    const other = await shop.person('owner')
    expect((await download(id, other)).reason).toBe('record_not_found')
    for (const role of ['admin', 'finance', 'viewer'] as const)
      expect((await request(await shop.person(role))).reason).toBe('permission_denied')
    const { rows: mails } = await instance.runtime.query(
      "SELECT recipient FROM mails WHERE kind = 'account_export'",
      [],
    )
    expect(mails).toEqual([{ recipient: owner.name }])
    const { rows: lines } = await instance.runtime.query(
      "SELECT action FROM audit_lines WHERE object_id = $1 OR action = 'download_account_export' ORDER BY id",
      [id],
    )
    expect(lines.map(({ action }) => action)).toEqual([
      'request_account_export',
      'finish_account_export',
      'download_account_export',
    ])
    expect((await outcomeOf(instance.run(requestAccountExport, {}, undefined, owner))).reason).toBe(
      'password_required',
    )
  })

  it('is begun again when its worker died, by one worker', async () => {
    const { instance } = shop
    await request()
    await instance.runtime.query(
      "UPDATE account_exports SET status = 'running', leased_by = 'dead', leased_until = $1, attempts = 1 WHERE status = 'queued'",
      [instance.now() - 1],
    )
    await Promise.all([exportAccounts(instance.runtime), exportAccounts(instance.runtime)])
    expect((await newest())?.status).toBe('ready')
    const { rows } = await instance.runtime.query(
      "SELECT attempts FROM account_exports WHERE status = 'ready' ORDER BY id DESC LIMIT 1",
      [],
    )
    expect(rows).toEqual([{ attempts: 2 }])
  })

  it('fails without a file when the storage does, and its file is gone after 7 days', async () => {
    const { instance } = shop
    const { id = '' } = (await newest()) ?? {}
    await request()
    const broken = {
      ...instance.runtime,
      storage: { ...instance.runtime.storage, put: () => Promise.reject(new Error('The disk is full.')) },
    }
    await exportAccounts(broken)
    expect(await newest()).toMatchObject({ status: 'failed', expires_at: null })
    const stored = async () => {
      const own: string[] = []
      // Other accounts keep theirs beside them.
      const prefix = `account-exports/${instance.actor.account.id}/`
      for await (const { key } of instance.runtime.storage.list(prefix)) own.push(key)
      return own
    }
    expect(await stored()).not.toEqual([])
    await instance.pass(EXPORT_RETENTION + 1)
    await exportAccounts(instance.runtime)
    expect((await download(id)).reason).toBe('export_not_ready')
    expect(await stored()).toEqual([])
  })
})
