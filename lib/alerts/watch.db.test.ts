import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mailer, MailRejected } from '#lib/ports/mail.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import type { Channels } from './send.ts'
import { createWatch } from './watch.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
})
afterAll(() => instance.close())

const rows = async (text: string, values: unknown[] = []) => (await instance.runtime.query(text, values)).rows
const worker = (isThere: boolean) =>
  isThere
    ? rows(
        `INSERT INTO processes (id, works, started_at, beat_at) VALUES ('w', true, now(), now() + interval '1 hour')`,
      )
    : rows('DELETE FROM processes')

type Sent = Parameters<Mailer['send']>[0]
let sent: Sent[]
let failure: Error | null
const mailer: Mailer = {
  async send(email) {
    if (failure) throw failure
    sent.push(email)
  },
}
const channels = (given: Partial<Channels> = {}): Channels => ({
  mailer,
  emails: ['ops@example.com'],
  url: null,
  networks: [],
  baseUrl: 'https://pay.example',
  ...given,
})
const watch = (given: Partial<Channels> = {}, clock = instance.runtime.clock) =>
  createWatch({ system: { query: instance.runtime.query, clock }, dataDir: '.', channels: channels(given) })

beforeEach(async () => {
  sent = []
  failure = null
  await rows('DELETE FROM alerts')
  await rows('DELETE FROM processes')
  await rows('UPDATE book_checks SET violated = 0, detail = NULL')
  await rows('UPDATE pgboss.queue SET failed_count = 0')
})

describe('an alert', () => {
  it('is sent once when it begins and once when it ends, by whichever process', async () => {
    const [one, other] = [watch(), watch()]
    await Promise.all([one.look(), other.look()])
    expect(sent).toEqual([])
    for (let look = 0; look < 3; look += 1) await Promise.all([one.look(), other.look()])
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ops@example.com', 'No worker is running · pay.example'],
    ])
    expect(sent[0]?.text).toContain('npm run worker')
    await worker(true)
    for (let look = 0; look < 4; look += 1) await Promise.all([one.look(), other.look()])
    expect(sent.map(({ subject }) => subject)).toEqual([
      'No worker is running · pay.example',
      'Ended: No worker is running · pay.example',
    ])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
    expect(await rows('SELECT name FROM alerts WHERE ended_at IS NULL')).toEqual([])
  })

  it('is not made of a worker that restarts between two looks', async () => {
    const one = watch()
    await worker(true)
    await one.look()
    await worker(false)
    await one.look()
    await worker(true)
    await one.look()
    await worker(false)
    await one.look()
    expect(await rows('SELECT 1 FROM alerts')).toEqual([])
  })

  it('tells of failed jobs and wrong books, each on its own', async () => {
    await worker(true)
    await rows(`UPDATE pgboss.queue SET failed_count = 2 WHERE name = 'process-refund'`)
    await rows(
      `UPDATE book_checks SET violated = 1, detail = 'No kept balance is below zero.' WHERE name = 'ledger'`,
    )
    await rows(`UPDATE book_checks SET violated = 4 WHERE name = 'counters'`)
    const one = watch()
    await one.look()
    await one.look()
    const texts = sent.map(({ text }) => text).sort()
    expect(texts).toHaveLength(2)
    expect(texts[0]).toMatch(/^4 counters differ .* No kept balance is below zero\./)
    expect(texts[1]).toContain('process-refund (2)')
  })

  it('tells of an archive without a base backup, where the setting is', async () => {
    await worker(true)
    const folder = mkdtempSync(join(tmpdir(), 'archive-'))
    writeFileSync(join(folder, 'archive.json'), '{}')
    utimesSync(join(folder, 'archive.json'), 1000, 1000)
    const { query, clock } = instance.runtime
    const [one, other] = [folder, undefined].map((archive) =>
      createWatch({ system: { query, clock }, dataDir: '.', archive, channels: channels() }),
    )
    for (let look = 0; look < 3; look += 1) {
      await one?.look()
      await other?.look()
    }
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        `There is no base backup in ${folder} yet. Run "npm run counterfoil -- backup base"`,
      ),
    ])
    utimesSync(join(folder, 'archive.json'), Date.now() / 1000, Date.now() / 1000)
    for (let look = 0; look < 3; look += 1) await one?.look()
    expect(sent.at(-1)?.subject).toContain('Ended: Archive of the log failing')
    rmSync(folder, { recursive: true })
  })

  it('tells of a backup that is 48 hours old, and of none before the first', async () => {
    await worker(true)
    const one = watch()
    const backup = (hours: number) =>
      rows(
        `INSERT INTO backups (id, place, key, version, encrypted, size, row_count, document_count, started_at, finished_at)
         VALUES ($1, '/backups', 'a.tar', '0.2.0', false, 1, 1, 0, $2, $2)`,
        [`bak_${hours}`, instance.now() - hours * 3600],
      )
    await one.look()
    await backup(49)
    await one.look()
    await one.look()
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('The last backup is 49 hours old.'),
    ])
    await backup(1)
    await one.look()
    await one.look()
    expect(sent.at(-1)?.subject).toContain('Ended: No new backup')
    await rows('DELETE FROM backups')
  })

  it('tells of an acquirer that has responded to none of five calls', async () => {
    await worker(true)
    const { live } = instance.merchant.accounts
    const now = instance.now()
    await rows(
      `INSERT INTO acquirers (account_id, id, kind, state, name, url, secret_encrypted, capabilities, capabilities_at, created_at, updated_at)
       VALUES ($1, 'acq_1', 'protocol', 'active', 'First Bank', 'https://bank.example', '', '{}', 0, 0, 0)`,
      [live],
    )
    const call = (id: number, error: string | null) =>
      rows(
        `INSERT INTO acquirer_calls (account_id, id, acquirer_id, call, error, duration_ms, request, created_at)
         VALUES ($1, $2, 'acq_1', 'capture', $3, 1, '{}', $4)`,
        [live, `acl_${id}`, error, now - 10],
      )
    for (const id of [1, 2, 3, 4]) await call(id, 'The connection failed.')
    const one = watch()
    await one.look()
    await one.look()
    expect(sent).toEqual([])
    await call(5, 'The connection failed.')
    await one.look()
    await one.look()
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        `The acquirer acq_1 of ${instance.merchant.id} has responded to no call for 10 minutes`,
      ),
    ])
    await call(6, null)
    await one.look()
    await one.look()
    expect(sent.at(-1)?.subject).toBe('Ended: Acquirer does not respond · pay.example')
    await rows('DELETE FROM acquirer_calls')
    await rows('DELETE FROM acquirers')
  })

  it('of a machine that is gone ends after an hour', async () => {
    await worker(true)
    await rows(
      `INSERT INTO alerts (id, name, subject, summary, began_at, looked_at, began_sent)
       VALUES ('alt_gone', 'disk_nearly_full', 'gone', 'Full.', $1, $1, '{ops@example.com}')`,
      [instance.now() - 3000],
    )
    const one = watch()
    for (let look = 0; look < 3; look += 1) await one.look()
    expect(sent).toEqual([])
    const later = watch({}, () => instance.runtime.clock() + 700_000)
    await later.look()
    expect(sent.map(({ subject }) => subject)).toEqual(['Ended: Disk nearly full · pay.example'])
  })
})

describe('sending', () => {
  it('is tried again after five minutes, by the channel that failed alone', async () => {
    let at = instance.runtime.clock()
    const posts: Record<string, unknown>[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        posts.push(JSON.parse(body))
        response.writeHead(204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const one = watch({ url, networks: ['127.0.0.0/8'] }, () => at)
    failure = new Error('The mail server is away.')
    await one.look()
    await one.look()
    expect(posts).toEqual([
      {
        id: expect.stringMatching(/^alt_/),
        name: 'no_worker',
        status: 'began',
        summary: expect.stringContaining('No process runs jobs'),
        began_at: Math.floor(at / 1000),
        ended_at: null,
        instance: 'https://pay.example',
        text: expect.stringContaining('No worker is running · pay.example'),
      },
    ])
    failure = null
    await one.look()
    expect(sent).toEqual([])
    at += 301_000
    await one.look()
    await one.look()
    expect(sent).toHaveLength(1)
    expect(posts).toHaveLength(1)
    server.close()
  })

  it('reaches no private address that the operator has not allowed', async () => {
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    let reached = 0
    server.on('request', () => {
      reached += 1
    })
    await once(server, 'listening')
    const one = watch({ emails: [], url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    await one.look()
    await one.look()
    expect(reached).toBe(0)
    expect(await rows(`SELECT began_sent FROM alerts`)).toEqual([{ began_sent: [] }])
    server.close()
  })

  it('gives up an address that the mail server rejects, and goes on with the next', async () => {
    failure = new MailRejected('No such mailbox.')
    const one = watch({ emails: ['gone@example.com'] })
    await one.look()
    await one.look()
    expect(await rows(`SELECT began_sent FROM alerts`)).toEqual([{ began_sent: ['gone@example.com'] }])
    expect(sent).toEqual([])
  })

  it('tells an address that is new of what goes on, and not of what has ended', async () => {
    const one = watch({ emails: [] })
    await rows(`UPDATE book_checks SET violated = 1 WHERE name = 'counters'`)
    await one.look()
    await one.look()
    await worker(true)
    await one.look()
    await one.look()
    await watch({ emails: ['new@example.com'] }).look()
    expect(sent.map(({ subject }) => subject)).toEqual(['The books are wrong · pay.example'])
  })

  it('needs no channel: the alert is kept all the same', async () => {
    const one = watch({ emails: [] })
    await one.look()
    await one.look()
    expect(await rows('SELECT name, ended_at FROM alerts')).toEqual([{ name: 'no_worker', ended_at: null }])
  })
})
