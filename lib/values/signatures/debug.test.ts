import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacHex } from '#lib/values/signature.ts'
import { newWebhookSecret, signingBytes } from '#lib/values/webhook-signature.js'
import { debugWebhook, type WebhookCase } from './debug-webhook.ts'
import { readHeaders } from './headers.ts'
import type { KnownSecret } from './secrets.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs='
const BODY =
  '{"entity":"event","account_id":"acc_NfLw3gQ81xRt0a","event":"payment.captured","contains":["payment"],' +
  '"payload":{"payment":{"entity":{"id":"pay_NfLw3gQ81xRt0b","amount":125000,"description":"Tea & cake für Asha\'s <shop> ₹","fee":null}}},' +
  '"created_at":1781505000}'
const ID = 'evt_NfLw3gQ81xRt0c'
const NOW = 1_781_505_010
const CURRENT: KnownSecret = { secret: SECRET, as: 'current', of: 'https://shop.example/hooks' }

const hex = (body: string, secret = SECRET) => hmacHex(secret, body)
const standard = (body: string, secret = SECRET, id = ID, at = NOW - 4) =>
  `v1,${createHmac('sha256', signingBytes(secret)).update(`${id}.${at}.${body}`).digest('base64')}`
const whole = (signature: string, at = NOW - 4) =>
  `webhook-id: ${ID}\nwebhook-timestamp: ${at}\nwebhook-signature: ${signature}`

function debug(change: Omit<Partial<WebhookCase>, 'headers'> & { headers?: string }) {
  const { headers = `X-Signature: ${hex(BODY)}`, ...rest } = change
  return debugWebhook({
    body: BODY,
    headers: readHeaders(headers),
    secret: SECRET,
    known: [CURRENT],
    sent: null,
    computed: null,
    now: NOW,
    ...rest,
  })
}

const names = (change: Parameters<typeof debug>[0]) => debug(change).mistakes.map(({ name }) => name)

describe('what verifies', () => {
  it('is told so, in either family', () => {
    expect(debug({})).toMatchObject({ result: 'verified', family: 'x_signature', expected: hex(BODY) })
    expect(debug({ headers: whole(standard(BODY)) })).toMatchObject({
      result: 'verified',
      family: 'standard',
      expected: standard(BODY),
    })
    const both = `${whole(standard(BODY))}\nX-Signature: ${hex(BODY)}`
    expect(debug({ headers: both })).toMatchObject({ result: 'verified' })
  })

  it('does so whatever the body and the secret, and nothing else does', () => {
    const text = fc.string({ minLength: 1 })
    const secret = fc.oneof(fc.constant(null), fc.stringMatching(/^[!-~]{1,40}$/))
    fc.assert(
      fc.property(text, secret, text, (body, own, other) => {
        const chosen = own ?? newWebhookSecret()
        const given = { body, secret: chosen, known: [] }
        expect(debug({ ...given, headers: hex(body, chosen) }).result).toBe('verified')
        expect(debug({ ...given, headers: whole(standard(body, chosen)) }).result).toBe('verified')
        if (other.trim() === body.trim()) return
        expect(debug({ ...given, headers: hex(other, chosen) }).result).not.toBe('verified')
      }),
    )
  })

  it('may be one of two signatures while a rolled secret still signs', () => {
    const headers = whole(`${standard(BODY, OTHER)} ${standard(BODY)}`)
    expect(debug({ headers, known: [] }).result).toBe('verified')
  })
})

describe('the body', () => {
  it.each([
    ['a trailing newline', `${BODY}\n`, 'trailing_newline'],
    ['a trailing newline of Windows', `${BODY}\r\n`, 'trailing_newline'],
    ['space around it', `  ${BODY} `, 'space_around'],
    ['a byte order mark', `\ufeff${BODY}`, 'byte_order_mark'],
    ['another character set', Buffer.from(BODY, 'utf8').toString('latin1'), 'other_charset'],
    ['written twice', JSON.stringify(BODY), 'body_written_twice'],
  ])('with %s is named', (_, body, name) => {
    expect(names({ body })).toEqual([name])
    expect(names({ body, headers: whole(standard(BODY)) })).toEqual([name])
  })

  const written = (body: string) => debug({ body, sent: BODY }).mistakes[0]
  it('written again is named with what the second writing changed', () => {
    const value = JSON.parse(BODY)
    expect(written(JSON.stringify(value, null, 2))).toMatchObject({
      name: 'body_written_again',
      changed: ['spacing'],
      writer: expect.stringContaining('two spaces'),
    })
    const { event, ...rest } = value
    expect(written(JSON.stringify({ event, ...rest }))).toMatchObject({ changed: ['key_order'] })
    const escaped = BODY.replaceAll('₹', '\\u20b9').replaceAll('ü', '\\u00fc')
    expect(written(escaped)).toMatchObject({
      changed: ['escapes'],
      writer: 'json.dumps in Python with separators',
    })
    expect(written(BODY.replace('125000', '125000.0'))).toMatchObject({ changed: ['numbers'], writer: null })
  })

  it('that was only serialized again needs no stored delivery, unless keys changed places', () => {
    const python = BODY.replaceAll('":', '": ').replaceAll(',"', ', "').replaceAll('₹', '\\u20b9')
    expect(names({ body: python })).toEqual(['body_written_again'])
    const { event, ...rest } = JSON.parse(BODY)
    const turned = JSON.stringify({ ...rest, event })
    expect(debug({ body: turned }).result).toBe('unknown')
    expect(names({ body: turned, sent: BODY })).toEqual(['body_written_again'])
  })

  it('that says something else is told apart, with the property that differs', () => {
    const body = BODY.replace('125000', '125001')
    expect(debug({ body, sent: BODY }).mistakes).toEqual([
      { name: 'body_changed', member: 'payload.payment.entity.amount' },
    ])
    expect(debug({ body, sent: BODY }).difference).toMatchObject({
      at: BODY.indexOf('125000') + 5,
      sent: expect.stringContaining('125000'),
      used: expect.stringContaining('125001'),
    })
  })

  it('that had been read by something else is empty', () => {
    expect(names({ body: '', sent: BODY })).toEqual(['body_empty'])
    expect(names({ body: '[object Object]', sent: BODY })).toEqual(['body_not_text'])
  })

  it('is never wrong alone when the values are the same, whichever serializer wrote them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 1, 2, 4), (value, space) => {
        const sent = JSON.stringify({ value })
        const body = JSON.stringify({ value }, null, space)
        const found = names({ body, headers: hex(sent) })
        expect(found).toEqual(body === sent ? [] : ['body_written_again'])
      }),
    )
  })
})

describe('the secret', () => {
  const rolled: KnownSecret = { secret: OTHER, as: 'previous', of: CURRENT.of }
  const of = (as: KnownSecret['as'], label: string): KnownSecret => ({ secret: OTHER, as, of: label })

  it.each([
    ['nobody knows', [CURRENT], 'wrong_secret'],
    ['is the one before the roll', [CURRENT, rolled], 'rolled_secret'],
    ['is of another endpoint', [CURRENT, of('other', 'https://b.example')], 'secret_of_other_endpoint'],
    ['is of the other mode', [CURRENT, of('other_mode', 'https://b.example')], 'secret_of_other_mode'],
    ['is of an API key', [CURRENT, of('other_key', 'Shop')], 'secret_of_api_key'],
  ])('that %s is named', (_, known, name) => {
    expect(names({ secret: OTHER, known })).toEqual([name])
    expect(names({ secret: OTHER, known, headers: whole(standard(BODY)) })).toEqual([name])
  })

  it('that signs no longer, though the delivery was signed with it, verifies that delivery', () => {
    const headers = `X-Signature: ${hex(BODY, OTHER)}`
    expect(names({ secret: OTHER, known: [CURRENT, rolled], headers })).toEqual(['rolled_secret'])
    expect(names({ secret: SECRET, known: [CURRENT, rolled], headers })).toEqual(['rolled_secret'])
  })

  it('with what came along when it was copied is named', () => {
    for (const secret of [`"${SECRET}"`, ` ${SECRET}\n`, `WEBHOOK_SECRET=${SECRET}`, `export S='${SECRET}'`])
      expect(names({ secret })).toEqual(['secret_padded'])
  })

  it('is not an id', () => {
    expect(names({ secret: 'whk_NfLw3gQ81xRt0a' })).toEqual(['id_as_secret'])
    expect(names({ secret: 'key_test_NfLw3gQ81xRt0a' })).toEqual(['id_as_secret'])
  })

  it('is decoded for one family and not for the other', () => {
    const bytes = Buffer.from(SECRET.slice(6), 'base64')
    const decoded = createHmac('sha256', bytes).update(BODY).digest('hex')
    expect(names({ computed: decoded })).toEqual(['secret_decoded'])
    expect(names({ computed: hex(BODY, SECRET.slice(6)) })).toEqual(['prefix_cut_off'])
    const text = createHmac('sha256', SECRET)
      .update(`${ID}.${NOW - 4}.${BODY}`)
      .digest('base64')
    expect(names({ headers: whole(standard(BODY)), computed: text })).toEqual(['secret_not_decoded'])
  })
})

describe('the signature', () => {
  it.each([
    ['Base64 for hex', Buffer.from(hex(BODY), 'hex').toString('base64'), ['base64_for_hex']],
    ['URL-safe Base64 for hex', Buffer.from(hex(BODY), 'hex').toString('base64url'), ['base64_for_hex']],
    ['uppercase hex', hex(BODY).toUpperCase(), ['uppercase_hex']],
    ['SHA-1', createHmac('sha1', SECRET).update(BODY).digest('hex'), ['other_digest']],
    ['a plain hash', createHash('sha256').update(BODY).digest('hex'), ['other_digest']],
    ['a trailing newline', hex(`${BODY}\n`), ['trailing_newline']],
    ['an empty body', hex(''), ['body_empty']],
    ['the name of an object', hex('[object Object]'), ['body_not_text']],
    [
      'what Python writes',
      hex(
        BODY.replaceAll('":', '": ')
          .replaceAll(',"', ', "')
          .replaceAll('₹', '\\u20b9')
          .replaceAll('ü', '\\u00fc'),
      ),
      ['body_written_again'],
    ],
    ['another secret that is known', hex(BODY, OTHER), ['secret_of_other_endpoint']],
    [
      'two mistakes at once',
      Buffer.from(hex(`${BODY}\n`), 'hex').toString('base64'),
      ['trailing_newline', 'base64_for_hex'],
    ],
  ])('that was computed over %s is named', (_, computed, found) => {
    const known = [CURRENT, { secret: OTHER, as: 'other', of: 'https://b.example' } as const]
    const verdict = debug({ computed, known })
    expect(verdict).toMatchObject({ result: 'mistaken', about: 'computed' })
    expect(verdict.mistakes.map(({ name }) => name)).toEqual(found)
  })

  it('of the other family is named', () => {
    expect(
      names({ headers: `X-Signature: ${standard(BODY)}\nwebhook-id: ${ID}\nwebhook-timestamp: ${NOW - 4}` }),
    ).toEqual(['other_family'])
    expect(names({ headers: whole(hex(BODY)) })).toEqual(['other_family'])
    const withoutTime = createHmac('sha256', signingBytes(SECRET)).update(BODY).digest('base64')
    expect(names({ headers: whole(standard(BODY)), computed: withoutTime })).toEqual([
      'signed_without_id_and_time',
    ])
    const turned = createHmac('sha256', signingBytes(SECRET))
      .update(`${NOW - 4}.${ID}.${BODY}`)
      .digest('base64')
    expect(names({ headers: whole(standard(BODY)), computed: turned })).toEqual(['parts_in_wrong_order'])
  })

  it('without its version, or too old, is named', () => {
    expect(names({ headers: whole(standard(BODY).slice(3)) })).toEqual(['version_missing'])
    const old = NOW - 3600
    expect(debug({ headers: whole(standard(BODY, SECRET, ID, old), old) }).mistakes).toEqual([
      { name: 'timestamp_too_old', seconds: 3600 },
    ])
  })

  it('of a genuine delivery is not blamed for a correctly computed signature', () => {
    const headers = `${whole(standard(BODY))}\nX-Signature: ${hex(BODY)}`
    expect(debug({ headers, computed: hex(BODY) }).result).toBe('verified')
    expect(debug({ headers, computed: standard(BODY) }).result).toBe('verified')
    expect(debug({ headers, computed: standard(BODY).slice(3) }).result).toBe('verified')
  })

  it('that nothing explains is said to be unexplained', () => {
    expect(debug({ headers: hex('something else', 'nobody knows') })).toMatchObject({
      result: 'unknown',
      about: 'given',
    })
    expect(debug({ computed: hex('something else', 'nobody') })).toMatchObject({
      result: 'unknown',
      about: 'computed',
    })
  })

  it.each([
    ['signature', { headers: '' }],
    ['signature', { headers: 'X-Signature: hello' }],
    ['secret', { secret: '' }],
    ['webhook-id', { headers: `webhook-signature: ${standard(BODY)}` }],
    ['webhook-timestamp', { headers: `webhook-id: ${ID}\nwebhook-signature: ${standard(BODY)}` }],
  ])('cannot be checked without %s', (missing, change) => {
    expect(debug(change)).toMatchObject({ result: 'incomplete', missing })
  })
})

it('handles pasted text in good time, however large and odd it is', () => {
  const known = Array.from(
    { length: 100 },
    (_, at) => ({ secret: `secret-${at}`, as: 'other', of: String(at) }) as const,
  )
  for (const body of ['['.repeat(60_000), '{"a":'.repeat(10_000), '"'.repeat(60_000), 'x'.repeat(65_536)])
    expect(debug({ body, known, headers: hex('else', 'nobody') }).result).toBe('unknown')
})
