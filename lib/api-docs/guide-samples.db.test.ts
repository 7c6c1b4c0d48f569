import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZATION_SAMPLES } from '#lib/api-docs/authorization-samples.ts'
import { guideSampleOf, SAMPLE_NAMES, type SampleName } from '#lib/api-docs/guide-samples.ts'
import { readReference } from '#lib/api-docs/read.ts'
import { samplesOf, streams } from '#lib/api-docs/samples.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'
import { openAuthorization } from '#lib/testing/authorization.ts'
import { SMALL, serveInstance } from '#lib/testing/files.ts'
import { withIds } from '#lib/testing/generated/requests.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { oneOfEach } from '#lib/testing/one-of-each.ts'
import { openRest } from '#lib/testing/rest.ts'
import { signatureHeaders } from '#lib/values/webhook-signature.js'
import { freePort } from '#scripts/postgres/postmaster.ts'

const run = promisify(execFile)
// Within the repository, so that a sample finds the packages that it imports.
mkdirSync('.test', { recursive: true })
const folder = mkdtempSync(resolve('.test', 'programs-'))
writeFileSync(join(folder, 'address-proof.pdf'), SMALL.pdf)
let instance: Instance
let server: Awaited<ReturnType<typeof serveInstance>>
let ids: Record<string, string>
beforeAll(async () => {
  instance = await openInstance({ settings: { DATA_DIR: join(folder, 'data') } })
  ids = await oneOfEach(await openRest(instance), instance)
  server = await serveInstance(instance)
})
afterAll(async () => {
  await server.close()
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

const reader = () => ({ baseUrl: server.url, keyId: instance.key.id })
let serial = 0
function keep(code: string, end: string): string {
  serial += 1
  const file = join(folder, `program-${serial}.${end}`)
  writeFileSync(file, code)
  return file
}

async function runNode(code: string): Promise<string> {
  const env = { ...process.env, COUNTERFOIL_KEY_SECRET: instance.key.secret, NODE_OPTIONS: '' }
  const { stdout } = await run(process.execPath, [keep(code, 'mjs')], { env, cwd: folder, timeout: 600_000 })
  return stdout.trim()
}

/** What a program writes first; it is stopped then. */
async function firstOutputOf(code: string): Promise<string> {
  const env = { ...process.env, COUNTERFOIL_KEY_SECRET: instance.key.secret, NODE_OPTIONS: '' }
  const running = run(process.execPath, [keep(code, 'mjs')], { env, cwd: folder, timeout: 600_000 })
  running.child.stdout?.once('data', () => running.child.kill())
  const ended: { stdout: string } = await running.catch((thrown: { stdout: string }) => thrown)
  return ended.stdout
}

/** Whether a program is installed on this machine. */
async function has(program: string): Promise<boolean> {
  const found = await run('sh', ['-c', `command -v ${program}`]).catch(() => null)
  return found !== null
}

async function load<M>(name: SampleName): Promise<M> {
  const { code } = guideSampleOf(name, reader())
  return (await import(/* @vite-ignore */ pathToFileURL(keep(code, 'mjs')).href)) as M
}

/** Mono's compiler and runtime, which take the place of `dotnet run`. */
const DOTNET =
  'build() { mcs -nologo -lib:"$MONO_PATH" -r:Razorpay.dll -r:Newtonsoft.Json.dll -out:sample.exe "$1" && mono sample.exe; }; build'

describe('the code samples of the guides', () => {
  it.each([
    ['client-node', /^order_[0-9A-Za-z]{14}$/],
    ['idempotency-node', /^true true$/],
    ['errors-node', /^400 input_validation_failed amount$/],
    ['paging-node', /^\d+$/],
    ['test-payment-node', /^captured (pending|processed)$/],
  ] as const)('%s runs as it is', async (name, printed) => {
    expect(await runNode(guideSampleOf(name, reader()).code)).toMatch(printed)
  })

  it('knows a genuine return of the payer from a forged one', async () => {
    const { isGenuine } = await load<{ isGenuine(returned: object, secret: string): boolean }>(
      'payment-signature',
    )
    const signature = createHmac('sha256', 'secret').update('order_1|pay_1').digest('hex')
    expect(isGenuine({ order_id: 'order_1', payment_id: 'pay_1', signature }, 'secret')).toBe(true)
    expect(isGenuine({ order_id: 'order_2', payment_id: 'pay_1', signature }, 'secret')).toBe(false)
    expect(isGenuine({ order_id: 'order_1', payment_id: 'pay_1', signature: '' }, 'secret')).toBe(false)
    expect(isGenuine({ order_id: 'order_1', payment_id: 'pay_1' }, 'secret')).toBe(false)
  })

  const body = '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1"}}}}'
  const signatures = (secret: string) =>
    signatureHeaders({ id: 'evt_1', at: Math.floor(Date.now() / 1000), body, secrets: [secret] })

  it.each([
    ['of Node', (headers: Record<string, string>) => headers],
    ['of fetch', (headers: Record<string, string>) => new Headers(headers)],
  ])('verifies a delivery with each way that the guide shows, by headers %s', async (_, headersOf) => {
    const signed = (secret: string) => headersOf(signatures(secret))
    const client = await load<{ isGenuine(body: string, headers: object, secret: string): boolean }>(
      'webhook-client',
    )
    expect(client.isGenuine(body, signed('a secret'), 'a secret')).toBe(true)
    expect(client.isGenuine(body, signed('a secret'), 'another')).toBe(false)
    expect(client.isGenuine(body, headersOf({}), 'a secret')).toBe(false)
    const standard = await load<{ read(body: string, headers: object, secret: string): object }>(
      'webhook-standard',
    )
    for (const secret of [
      'a secret',
      `whsec_${Buffer.from('twenty-four bytes of key').toString('base64')}`,
    ]) {
      expect(standard.read(body, signed(secret), secret)).toMatchObject({ event: 'payment.captured' })
      expect(() => standard.read(body, signed('another'), secret)).toThrow()
      expect(() => standard.read(body, headersOf({}), secret)).toThrow('Missing required headers')
    }
  })

  it('receives deliveries as the guide shows: started unchanged, it takes each once and rejects a forged one', async () => {
    const port = String(await freePort())
    const program = spawn(process.execPath, [keep(guideSampleOf('webhook-node', reader()).code, 'mjs')], {
      env: { ...process.env, PORT: port, WEBHOOK_SECRET: 'a secret', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    createInterface(program.stdout).on('line', (line) => lines.push(line))
    try {
      await expect.poll(() => lines, { timeout: 600_000 }).toEqual([`Listening on http://localhost:${port}`])
      const send = async (secret: string, text = body) =>
        (await fetch(`http://localhost:${port}`, { method: 'POST', headers: signatures(secret), body: text }))
          .status
      expect(await send('another')).toBe(400)
      expect(await send('a secret', `${body}\n`)).toBe(400)
      expect(await send('a secret')).toBe(204)
      expect(await send('a secret')).toBe(204)
      await expect.poll(() => lines.slice(1), { timeout: 600_000 }).toEqual(['pay_1'])
    } finally {
      program.kill()
      await once(program, 'exit')
    }
    expect(lines.slice(1)).toEqual(['pay_1'])
  })

  it('verifies a delivery in Python', async ({ skip }) => {
    if (!(await has('python3'))) return skip('python3 is not on this machine')
    const { code } = guideSampleOf('webhook-python', reader())
    const signature = signatures('a secret')['x-signature']
    const calls = [
      ...[body, `${body}\n`].map((text) => [text, `'${signature}'`]),
      ...[`None`, `'\u00e9'`].map((given) => [body, given]),
    ].map(([text, given]) => `is_genuine(${JSON.stringify(text)}.encode(), ${given}, 'a secret')`)
    const { stdout } = await run('python3', [keep(`${code}\n\nprint(${calls.join(', ')})\n`, 'py')])
    expect(stdout.trim()).toBe('True False False False')
  })

  it('verifies a delivery in PHP', async ({ skip }) => {
    if (!(await has('php'))) return skip('php is not on this machine')
    const port = String(await freePort())
    const file = keep(guideSampleOf('webhook-php', reader()).code, 'php')
    const program = spawn('php', ['-S', `127.0.0.1:${port}`, file], {
      env: { ...process.env, WEBHOOK_SECRET: 'a secret' },
      stdio: 'ignore',
    })
    const send = (secret: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: signatures(secret), body }).catch(
        () => null,
      )
    try {
      await expect.poll(async () => (await send('a secret'))?.status, { timeout: 600_000 }).toBe(204)
      expect((await send('another'))?.status).toBe(400)
    } finally {
      program.kill()
      await once(program, 'exit')
    }
  })

  it('creates an order with curl', async ({ skip }) => {
    if (!(await has('curl'))) return skip('curl is not on this machine')
    const env = { ...process.env, COUNTERFOIL_KEY_SECRET: instance.key.secret }
    const { stdout } = await run('sh', [keep(guideSampleOf('client-curl', reader()).code, 'sh')], { env })
    expect(JSON.parse(stdout)).toMatchObject({ entity: 'order', amount: 50_000, receipt: 'R-1' })
  })

  it('reads with curl and the token of an app', async ({ skip }) => {
    if (!(await has('curl'))) return skip('curl is not on this machine')
    const { token } = await (await openAuthorization(instance)).tokenOf('read_only')
    const env = { ...process.env, COUNTERFOIL_TOKEN: token }
    const file = keep(guideSampleOf('tool-endpoint-curl', reader()).code, 'sh')
    const { stdout } = await run('sh', [file], { env })
    expect(stdout).toContain('"entity":"collection"')
  })

  it('leads clients to the tools of this very server', () => {
    const { code } = guideSampleOf('mcp-config', reader())
    expect(JSON.parse(code)).toEqual({
      mcpServers: { counterfoil: { type: 'http', url: `${server.url}/mcp` } },
    })
  })

  const CONNECT = SAMPLE_NAMES.filter((name) => name.startsWith('connect-'))

  it.each(CONNECT)('%s leads its app to the tools of this very server', async (name) => {
    const { language, code } = guideSampleOf(name, reader())
    expect(code).toContain(`${server.url}/mcp`)
    expect(code).not.toContain(`${server.url}/mcp/`)
    if (language === 'JSON') expect(JSON.stringify(JSON.parse(code))).toContain(`"${server.url}/mcp"`)
    if (language === 'Shell') await run('sh', ['-n', '-c', code])
  })

  const EVERY = SAMPLE_NAMES.filter((name) => name.startsWith('every-'))

  it.each(EVERY)('%s is the line for reading with the URL that requests every permission', (name) => {
    const { code } = guideSampleOf(name.replace('every-', 'connect-') as SampleName, reader())
    expect(guideSampleOf(name, reader()).code).toBe(code.replace(/\/mcp(?=["\s]|$)/, '/mcp/write'))
  })

  const LIBRARIES = SAMPLE_NAMES.filter((name) => /^(write|program)-/.test(name))
  const PROVIDER = `authProviderOf('http://127.0.0.1/callback', () => undefined, {
  tokens: { access_token: 'none', token_type: 'Bearer' },
})`

  it.each(LIBRARIES)('%s connects its library to the tools of this very server', async (name) => {
    const { code } = guideSampleOf(name, reader())
    const args =
      name === 'write-mastra'
        ? `'client', 'http://127.0.0.1:${await freePort()}/callback', () => undefined`
        : PROVIDER
    const requested = await runNode(`${code}
${guideSampleOf('auth-provider', reader()).code}
const asked = []
globalThis.fetch = async (url) => {
  asked.push(String(url))
  return new Response(null, { status: 503 })
}
const failed = await toolsOf(${args}).catch(String)
console.log([...new Set(asked)].join(' ') || failed)`)
    // And nothing else, such as usage statistics to the library's vendor.
    const url = `${server.url}/mcp${name.startsWith('write-') ? '/write' : ''}`
    expect(requested).toBe(url)
    // What finishes the authorization is at the same address; e2e/mcp/libraries.test.ts runs it.
    const named = [...code.matchAll(/'(http[^']+)'/g)].map(([, address]) => address)
    expect(new Set(named)).toEqual(new Set([url]))
    expect(/export function finish\(/.test(code)).toBe(name !== 'write-mastra')
  })

  // An SDK is found as its runtime finds libraries: PHP's include_path, PYTHONPATH, RUBYLIB, a go.mod in or above the
  // folder, CLASSPATH, and MONO_PATH.
  it.for([
    ['client-python', 'py', 'python3 -c "import razorpay"', 'python3'],
    [
      'client-php',
      'php',
      `php -r "require 'vendor/autoload.php'; exit(class_exists('Razorpay\\\\Api\\\\Api') ? 0 : 1);"`,
      'php',
    ],
    ['client-ruby', 'rb', 'ruby -e "require \'razorpay\'"', 'ruby'],
    ['client-go', 'go', 'go list github.com/razorpay/razorpay-go', 'go run'],
    ['client-java', 'java', 'javap com.razorpay.RazorpayClient', 'java'],
    ['client-dotnet', 'cs', 'test -f "$MONO_PATH/Razorpay.dll" && command -v mcs', DOTNET],
  ] as const)(
    '%s creates an order, where its SDK is installed',
    async ([name, end, probe, start], { skip }) => {
      const found = await run('sh', ['-c', probe], { cwd: folder }).catch(() => null)
      if (found === null)
        return skip(`The SDK of ${guideSampleOf(name, reader()).language} is not on this machine`)
      const env = { ...process.env, COUNTERFOIL_KEY_SECRET: instance.key.secret }
      const file = keep(guideSampleOf(name, reader()).code, end)
      const { stdout } = await run('sh', ['-c', `${start} "$1"`, 'sh', file], { env, cwd: folder })
      expect(stdout.trim()).toMatch(/^order_[0-9A-Za-z]{14}$/)
    },
  )

  // How each library makes the URL of a new order from the base URL that it is given, in the versions of the corpus.
  it.each([
    ['client-php', /setBaseUrl\('(.*)'\)/, (base: string) => `${base}/v1/orders/`],
    ['client-ruby', /BASE_URI = '(.*)'/, (base: string) => `${base.replace(/\/+$/, '')}/v1/orders`],
    ['client-python', /base_url="(.*)"/, (base: string) => `${base}/v1/orders`],
    ['client-go', /BaseURL = "(.*)"/, (base: string) => `${base}/v1/orders`],
    ['client-java', /sendTo\("(http.*)"\)/, (base: string) => new URL('/v1/orders', base).href],
    ['client-dotnet', /RazorpayClient\("(.*?)"/, (base: string) => `${base.replace(/\/+$/, '')}/v1/orders`],
  ] as const)('%s leads its library to the orders of this server', async (name, pattern, urlOf) => {
    const base = pattern.exec(guideSampleOf(name, reader()).code)?.[1] ?? ''
    const response = await fetch(urlOf(base), {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: '{"amount":50000,"currency":"INR","receipt":"R-1"}',
    })
    expect([response.status, await response.json()]).toMatchObject([201, { entity: 'order' }])
  })

  it('has a test for each', () => {
    const run = [
      'client-node',
      'idempotency-node',
      'errors-node',
      'paging-node',
      'test-payment-node',
      'mcp-config',
      'tool-endpoint-curl',
      'payment-signature',
      'webhook-node',
      'webhook-client',
      'webhook-standard',
      'auth-provider',
      'webhook-python',
      'webhook-php',
      'client-curl',
      'client-python',
      'client-php',
      'client-ruby',
      'client-go',
      'client-java',
      'client-dotnet',
      ...CONNECT,
      ...EVERY,
      ...LIBRARIES,
      // These have a test of their own: authorization-samples.db.test.ts.
      ...Object.keys(AUTHORIZATION_SAMPLES),
    ]
    expect([...SAMPLE_NAMES].sort()).toEqual(run.sort())
  })

  it('those for Python are Python', async ({ skip }) => {
    if (!(await has('python3'))) return skip('python3 is not on this machine')
    const programs = SAMPLE_NAMES.map((name) => guideSampleOf(name, reader())).filter(
      ({ language }) => language === 'Python',
    )
    expect(programs.length).toBeGreaterThan(1)
    for (const { code } of programs) await run('python3', ['-m', 'py_compile', keep(code, 'py')])
  })
})

describe('the code samples of the reference', () => {
  const { resources } = readReference(buildOpenApi())
  const all = resources.flatMap(({ operations }) => operations)

  const pythonPrograms: string[] = []

  it.each(all.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const samples = samplesOf(operation, reader())
    for (const { language, code } of samples) expect(code, language).toContain(instance.key.id)
    const [curl, node, python] = samples.map(({ code }) => withIds(code, ids))
    if (streams(operation)) {
      expect(curl).toContain('-N')
      expect(await firstOutputOf(`${node}\n`)).toContain('event: ready')
      pythonPrograms.push(keep(python ?? '', 'py'))
      return
    }
    // Error responses are fine, too; a syntax error or an unknown route is not.
    const said = await runNode(`${node}\n`).catch((thrown: { stderr: string }) => thrown.stderr)
    expect(said).not.toMatch(
      /SyntaxError|ReferenceError|TypeError|route_not_found|method_not_allowed|Unknown field/,
    )
    expect(said).not.toMatch(/authentication_required|malformed_body|unsupported_media_type/)
    expect(curl).toMatch(/^curl /)
    pythonPrograms.push(keep(python ?? '', 'py'))
  })

  it('those for Python are Python', async ({ skip }) => {
    if (!(await has('python3'))) return skip('python3 is not on this machine')
    expect(pythonPrograms.length).toBe(all.length)
    await run('python3', ['-m', 'py_compile', ...pythonPrograms])
  })
})
