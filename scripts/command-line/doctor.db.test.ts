import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { rotateAcquirerSecret, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { loadEnv } from '#lib/process/env.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import {
  type Bank,
  type LiveInstance,
  openLiveInstance,
  quickBank,
  type Spoil,
} from '#lib/testing/live-instance.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'
import { CHECKS } from './doctor.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
let there: LiveInstance
let bank: Bank
let proxy: Awaited<ReturnType<typeof acquirerProxy>>
let spoil: Spoil | null
let settings: Record<string, string>
beforeAll(async () => {
  there = await openLiveInstance({ SECRET_KEY })
  settings = {
    DATABASE_URL: there.instance.url,
    SECRET_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ACQUIRER_TIMEOUT_MS: '4000',
  }
  bank = await quickBank()
  proxy = await acquirerProxy(bank.url, (passing) => (spoil ? spoil(passing) : passing.forward()))
})
afterAll(async () => {
  await there.close()
  await proxy.close()
  await bank.close()
})
beforeEach(() => {
  spoil = null
})

/** What `doctor` finds of acquirers. */
async function finding() {
  const findings = await Promise.all(
    CHECKS.map((check) => check(queryOn(there.instance.database.pool), loadEnv(settings))),
  )
  return findings.find(({ name }) => name === 'Acquirer')
}

/** The command as it is run, with its exit status. */
async function doctor(): Promise<{ status: number; text: string }> {
  const run = promisify(execFile)(process.execPath, ['scripts/counterfoil.ts', 'doctor'], {
    env: { ...process.env, ...settings, NODE_ENV: 'production' },
  })
  return run.then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      status: failed.code,
      text: failed.stdout + failed.stderr,
    }),
  )
}

const changed =
  (change: object): Spoil =>
  async ({ path, forward }) => {
    const reply = await forward()
    return path === '' ? { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), ...change }) } : reply
  }

test('live mode without an acquirer is said, and is no error', async () => {
  const said =
    '1 account of live mode has none, so its payments do not work. An owner or admin adds one under Settings, Acquirer.'
  expect(await finding()).toEqual({ name: 'Acquirer', ok: true, detail: said })
  const { status, text } = await doctor()
  expect(text).toContain(said)
  expect(status).toBe(0)
})

test('an acquirer that responds and has not changed is fine', async () => {
  await there.use({ url: proxy.url, secrets: bank.secrets })
  expect(await finding()).toEqual({
    name: 'Acquirer',
    ok: true,
    detail: 'Every account of live mode has one that responds.',
  })
})

test.each<[string, Spoil, RegExp]>([
  [
    'cannot be reached',
    async () => null,
    /^Bank simulator \(acq_\w+\): The connection test failed\. The connection failed\. It must run, and be reached from this server at 127\.0\.0\.1:\d+\.$/,
  ],
  [
    'does not respond',
    () => new Promise(() => {}),
    /^Bank simulator \(acq_\w+\): The connection test failed\. No response to capabilities in time\. It must run,/,
  ],
  [
    'does not accept the secret',
    async () => ({ status: 401, body: '{"error":{"code":"signature_invalid","description":"Wrong."}}' }),
    /^Bank simulator \(acq_\w+\): The acquirer does not accept this secret\. Enter the secret of the adapter under Settings, Acquirer\.$/,
  ],
  [
    'has another time',
    async () => ({
      status: 401,
      body: '{"error":{"code":"signature_invalid","description":"Too old."}}',
      headers: { date: new Date(Date.now() - 420_000).toUTCString() },
    }),
    /^Bank simulator \(acq_\w+\): The connection test failed\. Status 401 \(signature_invalid\)\. The clock of the acquirer is 7 minutes behind\./,
  ],
  [
    'can do less than it could',
    changed({ payouts: false, currencies: ['INR'] }),
    /^Bank simulator \(acq_\w+\) has changed since its last test: currencies, payouts\. Test the connection under Settings, Acquirer, to save it\.$/,
  ],
  [
    'can do what the protocol does not know',
    changed({ methods: ['card', 'cheque'] }),
    /The connection test failed\. The response to capabilities is outside the protocol\./,
  ],
])('an acquirer that %s is an error with its fix', async (_, spoiled, sentence) => {
  spoil = spoiled
  expect(await finding()).toMatchObject({ ok: false, detail: expect.stringMatching(sentence) })
})

test('the command fails with it', async () => {
  spoil = async () => null
  const { status, text } = await doctor()
  expect(text).toMatch(/WRONG {2}Acquirer +Bank simulator \(acq_\w+\): The connection test failed\./)
  expect(text).toContain('1 of ')
  expect(status).toBe(1)
})

test('a former acquirer is looked at for as long as something is under way there', async () => {
  const { id } = await there.payOnPage(10_000)
  const other = await quickBank()
  await there.use(other)
  expect(await finding()).toMatchObject({ ok: true })
  spoil = async () => null
  expect(await finding()).toMatchObject({ ok: false })
  spoil = null
  await there.run(capturePayment, { id, amount: 10_000 })
  spoil = async () => null
  expect(await finding()).toMatchObject({ ok: true })
  await other.close()
})

test('a secret that was rotated counts with the one before, as in calls', async () => {
  const again = await there.use({ url: proxy.url, secrets: bank.secrets })
  await there.run(rotateAcquirerSecret, { id: again, secret: newWebhookSecret() })
  // The clock of the instance stands still, that of the doctor does not.
  await there.rows(
    'UPDATE acquirers SET previous_secret_until = $2 WHERE id = $1',
    again,
    Math.floor(Date.now() / 1000) + 60,
  )
  expect(await finding()).toMatchObject({ ok: true })
  await there.rows('UPDATE acquirers SET previous_secret_until = 1 WHERE id = $1', again)
  expect(await finding()).toMatchObject({ ok: false })
  await there.run(useAcquirer, { id: again })
})
