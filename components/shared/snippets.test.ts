import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetOf } from './snippets.ts'

type Received = {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: string
}

let baseUrl: string
let found: Received | undefined
const server = createServer(async (request, response) => {
  found = {
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization,
    body: await bodyOf(request),
  }
  response.setHeader('content-type', 'application/json').end('{"answered":true}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const awkward = { notes: { shop: 'Asha\'s "café" \\ ₹5', open: 'true' } }
const programs = [
  { language: 'curl', command: 'sh', flags: ['-c'] },
  { language: 'Node', command: process.execPath, flags: ['--input-type=module', '-e'] },
] as const

describe.each(programs)('the code in $language', ({ language, command, flags }) => {
  const run = (program: string) => {
    const env = { ...process.env, COUNTERFOIL_KEY_ID: 'key_test_1', COUNTERFOIL_KEY_SECRET: 'secret' }
    return promisify(execFile)(command, [...flags, program], { env })
  }

  it('asks with the key of the environment', async () => {
    const { stdout } = await run(snippetOf(language, baseUrl, { method: 'GET', path: '/v1/payments/pay_1' }))
    expect(stdout).toContain('answered')
    expect(found).toMatchObject({
      method: 'GET',
      url: '/v1/payments/pay_1',
      authorization: `Basic ${btoa('key_test_1:secret')}`,
    })
  })

  it('sends a body as it was given', async () => {
    await run(snippetOf(language, baseUrl, { method: 'PATCH', path: '/v1/payments/pay_1', body: awkward }))
    expect(found?.method).toBe('PATCH')
    expect(JSON.parse(found?.body ?? '')).toEqual(awkward)
  })
})

it('quotes for PHP and Python', () => {
  const request = { method: 'PATCH', path: '/v1/payments/pay_1', body: awkward }
  expect(snippetOf('PHP', baseUrl, request)).toContain(String.raw`Asha\'s \\"café\\" \\\\ ₹5`)
  expect(snippetOf('Python', baseUrl, request)).toContain(String.raw`\"Asha's \\\"café\\\" \\\\ ₹5\"`)
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
