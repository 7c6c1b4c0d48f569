import fc, { type Arbitrary } from 'fast-check'
import { BOUNDARY, form, SMALL } from '#lib/testing/files.ts'
import type { RequestOptions } from '#lib/testing/rest.ts'
import { mutated, WEIRD_IDS } from './mutations.ts'
import { createValues, type Schema, WRONG } from './values.ts'

type Parameter = {
  $ref?: string
  name: string
  in: string
  required: boolean
  schema: Schema
  example?: unknown
}
type Media = { schema: Schema; example?: unknown }
export type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string }>
  deprecated?: boolean
}
type Generated = { address: string; options: RequestOptions }

/** Requests to one operation of the document: right ones, and ones that are wrong in some way. */
export function requestsTo(
  described: Described,
  path: string,
  resolve: (schema: Schema) => Schema,
  ids: Record<string, string>,
): { right: Arbitrary<Generated>; wrong: Arbitrary<Generated> } {
  const valuesOf = createValues(resolve, ids)
  const own = described.parameters.filter(({ $ref }) => $ref === undefined)
  const inPath = own.filter((each) => each.in === 'path')
  const inQuery = own.filter((each) => each.in === 'query')
  const media = described.requestBody?.content['application/json']
  const example = media?.example === undefined ? undefined : withIds(media.example, ids)

  const goodIds = fc.tuple(...inPath.map(({ schema }) => valuesOf(schema).map(String)))
  const badIds = fc.tuple(
    ...inPath.map(({ schema }) =>
      fc.oneof(
        valuesOf(schema).map(String),
        fc.constantFrom(...WEIRD_IDS),
        fc.constantFrom(...Object.values(ids)),
      ),
    ),
  )
  const goodQuery = fc
    .record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, valuesOf(schema)])), {
      requiredKeys: [],
    })
    .map((fields) =>
      new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value))).toString(),
    )
  const badQuery = queryOf(inQuery.map(({ name }) => name))
  const goodBody = media ? fc.oneof(fc.constant(example), valuesOf(media.schema)) : fc.constant(undefined)
  const file = described.requestBody?.content['multipart/form-data']

  const right = fc
    .tuple(goodIds, media || file ? fc.constant('') : goodQuery, goodBody, keys)
    .map(([named, query, body, idempotencyKey]) => ({
      address: addressOf(path, named, query),
      options: { ...(file ? upload() : bodyAs(body, 'json')), ...idempotencyKey },
    }))
  const wrong = fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: goodIds }, badIds),
      fc.oneof({ weight: media || file ? 6 : 1, arbitrary: fc.constant('') }, badQuery),
      media ? fc.oneof(mutated(goodBody), goodBody, fc.constantFrom(...WRONG)) : fc.constant(undefined),
      fc.constantFrom(...SENT),
      headers,
    )
    .map(([named, query, body, sent, more]) => ({
      address: addressOf(path, named, query),
      options: { ...(file ? badUpload(sent) : bodyAs(body, sent)), headers: { ...headersOf(sent), ...more } },
    }))
  return { right, wrong }
}

function addressOf(path: string, named: string[], query: string): string {
  const values = [...named]
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(values.shift() ?? '')))
  return query === '' ? filled : `${filled}?${query}`
}

/** Half of a surrogate pair cannot stand in an address. */
const wellFormed = (text: string) => (text.isWellFormed() ? text : text.toWellFormed())

function pairsOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((each) => [name, String(each)])
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).map(([property, each]) => [`${name}[${property}]`, String(each)])
}

const ODD_QUERIES = [
  'count=abc', 'count=0', 'count=101', 'count=-1', 'count=1.5', 'count=1&count=2', 'count[]=1', 'count[a][b]=1',
  'skip=1e3', 'skip=99999999999999999999', 'from=0', 'to=x', 'from[gte]=1', 'expand=card', 'expand[]=nothing',
  'expand[0]=card&expand[0]=card', 'expand[expand]=card', 'a[', 'a]', 'a[b', '[]=1', '[a]=1', '=', '&&', '%00=1', 'x=%00',
  '__proto__=1', '__proto__[x]=1', 'constructor[prototype]=1', 'unknown=1', 'id=x', 'count=', 'status=%F0%9F%98%80',
  'email=%27', 'starting_after=x', 'starting_after=pay_00000000000000', `a=${'b'.repeat(4000)}`, 'a'.repeat(3000),
  `a${'[b]'.repeat(60)}=1`, 'amount[gte]=x', 'amount[lte]=-1', 'amount=1', 'amount[zz]=1', '%E0%A4%A', 'a=%ED%A0%80',
] // biome-ignore format: one a line would be long

function queryOf(names: string[]): Arbitrary<string> {
  const wrongOf = fc.constantFrom(
    'x',
    '',
    '-1',
    '1.5',
    '99999999999999999999',
    'true',
    '😀',
    '\u0000',
    'x'.repeat(500),
    "'",
  )
  const pair = fc
    .tuple(fc.constantFrom(...names, 'unknown'), wrongOf)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return fc.oneof(
    fc.constantFrom(...ODD_QUERIES),
    fc.array(pair, { minLength: 1, maxLength: 3 }).map((all) => all.join('&')),
  )
}

const SENT = [
  'json', 'json', 'json', 'json', 'json', 'form', 'form', 'text', 'untyped', 'charset', 'cut', 'twice', 'list',
  'latin', 'empty', 'multipart', 'xml',
] as const // biome-ignore format: see above
type Sent = (typeof SENT)[number]

const TYPES: Partial<Record<Sent, string>> = {
  text: 'text/plain',
  untyped: '',
  charset: 'APPLICATION/JSON; charset="utf-8"',
  multipart: 'multipart/form-data; boundary=x',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
}
const headersOf = (sent: Sent): Record<string, string> => {
  const type = TYPES[sent]
  return type === undefined ? {} : { 'content-type': type }
}

function bodyAs(value: unknown, sent: Sent): RequestOptions {
  if (value === undefined && sent === 'json') return {}
  const text = JSON.stringify(value) ?? ''
  switch (sent) {
    case 'form':
      return { form: formOf(value) }
    case 'cut':
      return { body: text.slice(0, Math.max(1, text.length - 3)) }
    case 'twice':
      return { body: `{"amount":1,${text.slice(1)}` }
    case 'list':
      return { body: `[${text}]` }
    case 'latin':
      return { body: Buffer.from(`{"name":"Jos\xe9"}`, 'latin1') as unknown as BodyInit }
    case 'empty':
      return { body: '' }
    default:
      return { body: text }
  }
}

function formOf(value: unknown): string {
  const pairs: [string, string][] = []
  const put = (name: string, property: unknown): void => {
    if (typeof property === 'object' && property !== null && pairs.length < 200)
      for (const [key, inner] of Object.entries(property)) put(name === '' ? key : `${name}[${key}]`, inner)
    else pairs.push([name, typeof property === 'object' ? JSON.stringify(property) : String(property)])
  }
  put('', value)
  return new URLSearchParams(pairs).toString()
}

const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

function upload(): RequestOptions {
  return { body: form(SMALL.pdf, 'proof.pdf', 'kyc_proof') as BodyInit, headers: MULTIPART }
}

function badUpload(sent: Sent): RequestOptions {
  if (sent === 'multipart') return { body: '--x\r\n\r\nnothing' }
  if (sent === 'cut') return { body: form(SMALL.png).subarray(0, 80) as BodyInit, headers: MULTIPART }
  if (sent === 'form') return { form: 'purpose=other' }
  return { body: '{"purpose":"other"}' }
}

const ascii = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' })
  .map((text) => text.replaceAll(' ', '-'))
const keys = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  ascii.map((idempotencyKey) => ({ idempotencyKey })),
)

const headers: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'idempotency-key': 'x'.repeat(300) },
    { 'idempotency-key': 'a b' },
    { 'idempotency-key': '' },
    { 'x-refund-idempotency': 'again' },
    { 'x-payout-idempotency': '\u00e9' },
    { accept: 'text/html' },
    { accept: 'application/xml;q=1' },
    { range: 'bytes=5-2' },
    { range: 'bytes=9999999-' },
    { 'if-none-match': '*' },
    { 'if-match': '"x"' },
    { 'content-length': '-1' },
    { 'x-forwarded-for': "'; --" },
    { 'user-agent': 'x'.repeat(2000) },
  ),
)

/** An example with the records that there are in the place of those that it names. */
export function withIds<T>(example: T, ids: Record<string, string>): T {
  const text = JSON.stringify(example).replace(
    /\b([a-z]+)_NfLw3gQ81xRt0a\b/g,
    (whole, kind: string) => ids[kind] ?? whole,
  )
  return JSON.parse(text) as T
}
