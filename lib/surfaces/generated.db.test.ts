import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'
import { strayErrors } from '#lib/testing/client-parsers.ts'
import { type Described, requestsTo } from '#lib/testing/generated/requests.ts'
import { resolverOf, type Schema } from '#lib/testing/generated/values.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { authorizedPayment, oneOfEach } from '#lib/testing/one-of-each.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'

/** The same requests every time; GENERATED_SEED and GENERATED_RUNS look further. */
const SEED = Number(process.env.GENERATED_SEED ?? 20_261_122)
const RUNS = Number(process.env.GENERATED_RUNS ?? 40)

const document = buildOpenApi()
const resolve = resolverOf(document)
const paths = document.paths as Record<string, Record<string, Described>>
/** A stream has no end, so it has a test of its own. */
const streams = (described: Described) => JSON.stringify(described.responses).includes('text/event-stream')
const all = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
  .filter(({ described }) => !streams(described))

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', ...document })
const checks = new Map<string, ValidateFunction>()
function violations(schema: Schema, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
  const check = checks.get(text) ?? ajv.compile(JSON.parse(text) as Schema)
  checks.set(text, check)
  return check(value) ? null : check.errors
}

const folder = mkdtempSync(join(tmpdir(), 'generated-'))
let instance: Instance
let rest: Rest
beforeAll(async () => {
  instance = await openInstance({ settings: { DATA_DIR: folder } })
  rest = await openRest(instance)
})
afterAll(async () => {
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

type Media = { schema: Schema }
type ReplyBody = { content?: Record<string, Media>; headers?: Record<string, unknown> }

/** The document has the response: its status, its type, its body, and the headers that it promises. */
function expectDocumented(response: Reply, described: Described, requested: string): void {
  const given = described.responses[response.status]
  expect(given, `${requested}: ${response.status} ${response.text.slice(0, 300)}`).toBeDefined()
  expect(response.status, `${requested}: ${response.text}`).toBeLessThan(500)
  const { content = {} } = resolve(given as Schema) as ReplyBody
  expect(response.headers.get('x-request-id'), requested).toMatch(/^req_/)
  if (described.deprecated) expect(response.headers.get('deprecation'), requested).toBe('@1680307200')
  const types = Object.keys(content)
  if (types.length === 0) return
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  expect(types, `${requested}: ${response.text.slice(0, 300)}`).toContain(type)
  if (type !== 'application/json') return
  expect(
    violations((content[type] as Media).schema, response.body),
    `${requested}: ${response.text.slice(0, 600)}`,
  ).toBeNull()
}

describe('generated requests', () => {
  const succeeded = new Set<string>()

  it.each(all.map((each) => [each.described.operationId, each] as const))(
    '%s returns nothing that the document does not describe',
    async (name, { path, method, described }) => {
      // An account has room for so many endpoints.
      await instance.runtime.query('DELETE FROM webhook_endpoints', [])
      const ids = await oneOfEach(rest, instance)
      if (name === 'capture_payment') ids.pay = await authorizedPayment(rest)
      const { right, wrong } = requestsTo(described, path, resolve, ids)
      const ask = async ({ address, options: request }: { address: string; options: object }) => {
        const response = await rest.call(method, address, request)
        expectDocumented(response, described, `${method} ${address} ${JSON.stringify(request).slice(0, 800)}`)
        if (response.status >= 300) return
        succeeded.add(name)
        expect(strayErrors(response.body), `${method} ${address}: ${response.text.slice(0, 600)}`).toEqual([])
      }
      await fc.assert(fc.asyncProperty(right, ask), { seed: SEED, numRuns: Math.ceil(RUNS / 2) })
      await fc.assert(fc.asyncProperty(wrong, ask), { seed: SEED, numRuns: RUNS })
    },
  )

  it('had a success of each operation, not only errors', () => {
    const missed = all.map(({ described }) => described.operationId).filter((name) => !succeeded.has(name))
    expect(missed).toEqual([])
  })

  it('leaves the books in order', async () => {
    await instance.pass(7 * 86_400)
    expect(await instance.violations()).toEqual([])
  })
})
