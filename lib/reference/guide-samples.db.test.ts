import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROGRAM_NAMES, type ProgramName, programOf } from '#lib/reference/guide-samples.ts'
import { readReference } from '#lib/reference/read.ts'
import { samplesOf } from '#lib/reference/samples.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'
import { type Desk, openDesk } from '#lib/testing/desk.ts'
import { SMALL, serveDesk } from '#lib/testing/files.ts'
import { withIds } from '#lib/testing/generated/requests.ts'
import { oneOfEach } from '#lib/testing/one-of-each.ts'
import { openRest } from '#lib/testing/rest.ts'
import { signatureHeaders } from '#lib/values/webhook-signature.ts'

const run = promisify(execFile)
// Within the repository, so that a program finds the packages that it imports.
mkdirSync('.test', { recursive: true })
const folder = mkdtempSync(resolve('.test', 'programs-'))
writeFileSync(join(folder, 'address-proof.pdf'), SMALL.pdf)
let desk: Desk
let served: Awaited<ReturnType<typeof serveDesk>>
let ids: Record<string, string>
beforeAll(async () => {
  desk = await openDesk({ settings: { DATA_DIR: join(folder, 'data') } })
  ids = await oneOfEach(await openRest(desk), desk)
  served = await serveDesk(desk)
})
afterAll(async () => {
  await served.close()
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const reader = () => ({ baseUrl: served.url, keyId: desk.key.id })
let serial = 0
function keep(code: string, end: string): string {
  serial += 1
  const file = join(folder, `program-${serial}.${end}`)
  writeFileSync(file, code)
  return file
}

async function runNode(code: string): Promise<string> {
  const env = { ...process.env, COUNTERFOIL_KEY_SECRET: desk.key.secret, NODE_OPTIONS: '' }
  const { stdout } = await run(process.execPath, [keep(code, 'mjs')], { env, cwd: folder, timeout: 30_000 })
  return stdout.trim()
}

async function load<M>(name: ProgramName): Promise<M> {
  const { code } = programOf(name, reader())
  return (await import(/* @vite-ignore */ pathToFileURL(keep(code, 'mjs')).href)) as M
}

describe('the programs of the guides', () => {
  it.each([
    ['client-node', /^order_[0-9A-Za-z]{14}$/],
    ['idempotency-node', /^true true$/],
    ['errors-node', /^400 input_validation_failed amount$/],
    ['paging-node', /^\d+$/],
    ['test-payment-node', /^captured (pending|processed)$/],
  ] as const)('%s runs as it is', async (name, printed) => {
    expect(await runNode(programOf(name, reader()).code)).toMatch(printed)
  })

  it('knows a genuine return of the payer from a forged one', async () => {
    const { isGenuine } = await load<{ isGenuine(returned: object, secret: string): boolean }>(
      'payment-signature',
    )
    const signature = createHmac('sha256', 'secret').update('order_1|pay_1').digest('hex')
    expect(isGenuine({ order_id: 'order_1', payment_id: 'pay_1', signature }, 'secret')).toBe(true)
    expect(isGenuine({ order_id: 'order_2', payment_id: 'pay_1', signature }, 'secret')).toBe(false)
    expect(isGenuine({ order_id: 'order_1', payment_id: 'pay_1', signature: '' }, 'secret')).toBe(false)
  })

  const body = '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1"}}}}'
  const signed = (secret: string) =>
    signatureHeaders({ id: 'evt_1', at: Math.floor(Date.now() / 1000), body, secrets: [secret] })

  it('verifies a delivery with each way that the guide shows', async () => {
    const headers = signed('a secret')
    const own = await load<{
      isGenuine(body: Buffer, signature: string, secret: string): boolean
      server: Server
    }>('webhook-node')
    expect(own.isGenuine(Buffer.from(body), headers['x-signature'], 'a secret')).toBe(true)
    expect(own.isGenuine(Buffer.from(`${body}\n`), headers['x-signature'], 'a secret')).toBe(false)
    const client = await load<{ isGenuine(body: string, headers: object, secret: string): boolean }>(
      'webhook-client',
    )
    expect(client.isGenuine(body, headers, 'a secret')).toBe(true)
    expect(client.isGenuine(body, headers, 'another')).toBe(false)
    const standard = await load<{ read(body: string, headers: object, secret: string): object }>(
      'webhook-standard',
    )
    for (const secret of [
      'a secret',
      `whsec_${Buffer.from('twenty-four bytes of key').toString('base64')}`,
    ]) {
      expect(standard.read(body, signed(secret), secret)).toMatchObject({ event: 'payment.captured' })
      expect(() => standard.read(body, signed('another'), secret)).toThrow()
    }
  })

  it('answers a delivery as the guide shows, and refuses a forged one', async () => {
    const { server } = await load<{ server: Server }>('webhook-node')
    process.env.WEBHOOK_SECRET = 'a secret'
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const send = (secret: string) => fetch(url, { method: 'POST', headers: signed(secret), body })
    expect((await send('a secret')).status).toBe(204)
    expect((await send('another')).status).toBe(400)
    delete process.env.WEBHOOK_SECRET
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it.runIf(process.platform !== 'win32')('those for Python are Python', async () => {
    const python = await run('python3', ['--version']).catch(() => null)
    if (python === null) return
    const programs = PROGRAM_NAMES.map((name) => programOf(name, reader())).filter(
      ({ language }) => language === 'Python',
    )
    expect(programs.length).toBeGreaterThan(1)
    for (const { code } of programs) await run('python3', ['-m', 'py_compile', keep(code, 'py')])
  })
})

describe('the programs of the reference', () => {
  const { resources } = readReference(buildOpenApi())
  const all = resources.flatMap(({ operations }) => operations)

  it.each(all.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const samples = samplesOf(operation, reader())
    for (const { language, code } of samples) expect(code, language).toContain(desk.key.id)
    const [curl, node, python] = samples.map(({ code }) => withIds(code, ids))
    // Refusals are answers, too; what must not happen is a program that is none, or an address that is none.
    const said = await runNode(`${node}\n`).catch((thrown: { stderr: string }) => thrown.stderr)
    expect(said).not.toMatch(
      /SyntaxError|ReferenceError|TypeError|route_not_found|method_not_allowed|There is no .* here/,
    )
    expect(said).not.toMatch(/authentication_required|malformed_body|unsupported_media_type/)
    expect(curl).toMatch(/^curl /)
    const compiled = await run('python3', ['-m', 'py_compile', keep(python ?? '', 'py')]).catch(
      (thrown: { code: string | number; stderr: string }) => thrown,
    )
    if ('code' in compiled && compiled.code !== 'ENOENT') expect(compiled.stderr).toBe('')
  })
})
