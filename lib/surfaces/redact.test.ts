import { unescape as percentDecoded } from 'node:querystring'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#lib/acquirer/instruments.ts'
import { MAX_READ_BODY, redactBounded, redactCards, redactText } from '#lib/process/redact.ts'
import { isCardNumber, luhn } from '#lib/values/card.ts'
import { redactBody, redactPath, redactResponse, redactUnparsed } from './redact.ts'

/** Card numbers of every length that the API takes, with a correct check digit. */
const cardNumber = fc
  .integer({ min: 12, max: 19 })
  .chain((length) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 2}}$`)))
  .map((digits) => digits + [...'0123456789'].find((check) => luhn(digits + check)))
/**
 * Those that are recognised without the name of their property: 13 digits that begin with 1 are a timestamp in
 * milliseconds.
 */
const isShown = (number: string) => number.length >= 13 && isCardNumber(number) && !/^1\d{12}$/.test(number)
const longCardNumber = cardNumber.filter(isShown)
/** The number as people type it: in one, in groups, with hyphens. */
const typed = (number: string) =>
  fc.constantFrom(
    number,
    number.replace(/(\d{4})(?=\d)/g, '$1 '),
    number.replace(/(\d{4})(?=\d)/g, '$1-'),
    number.replace(/(\d{4})(?=\d)/g, '$1  '),
  )
const secretName = fc.constantFrom(
  'secret',
  'key_secret',
  'password',
  'otp',
  'cvv',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'account_number',
)
/** Something to recognise: it does not occur in anything else that is written. */
const secretValue = fc.stringMatching(/^S3CR[0-9A-Za-z]{8}$/)
const filler = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 4,
  noNullPrototype: true,
})

const digitsOf = (text: string) => text.replace(/\D/g, '')
/** Whether the digits of a card number are in a text in order, with any characters between them. */
const shows = (text: string, number: string) => digitsOf(text).includes(number)

describe('JSON in the log', () => {
  it('keeps harmless text unchanged', () => {
    const text =
      '{"amount":125000,"currency":"INR","notes":{"table":"7"},"created_at":1781505000,"contact":"+919876543210","items":[1,null,true]}'
    expect(redactBody(text)).toBe(text)
    expect(redactBody('')).toBe('')
  })

  it('keeps ids, bank references and amounts', () => {
    const text =
      '{"id":"pay_NfLw3gQ81xRt0a","acquirer_data":{"arn":"12345678901234567890123","rrn":"123456789012"},"amount":50000000000}'
    expect(redactBody(text)).toBe(text)
  })

  it.each([
    ['a moment in milliseconds', '{"at":1795321502000,"notes":{"since":"1781505000123"}}'],
    ['a telephone', '{"contact":"+91 98765 43210 12","text":"00 919 876 543 210"}'],
    ['a reference without the check digit', '{"receipt":"4100280000001008","awb":"9261290100130739201"}'],
    ['the lengths of no network', '{"receipt":"41002800000013","awb":"510028000000106"}'],
    ['numbers in a row', '{"text":"12 34 56 78 90 11 22"}'],
  ])('keeps %s', (_, text) => {
    expect(redactBody(text)).toBe(text)
  })

  it.each([
    ['12 4100 2800 0000 1007', '12 [card ending 1007]'],
    ['4100 2800 0000 1007 2', '[card ending 1007] 2'],
    ['4100280000001007 - 5500670000001002', '[card ending 1007] - [card ending 1002]'],
    ['4100280000001007 5500670000001002', '[card ending 1007] [card ending 1002]'],
  ])('finds a card between other digits: %s', (text, shown) => {
    expect(redactCards(text)).toBe(shown)
  })

  it('shows of a card its last four digits at most', () => {
    const shown = redactBody(
      '{"card":{"number":"4100 2800 0000 1007","cvv":"123","name":"Asha"},"otp":1234,"description":"my card is 4100280000001007, thanks"}',
    )
    expect(shown).toContain('"name":"Asha"')
    expect(shown).toContain('[card ending 1007], thanks')
    expect(shown).toContain('"cvv":"[redacted]"')
    expect(shown).toContain('"otp":"[redacted]"')
    expect(shows(shown, '4100280000001007')).toBe(false)
  })

  it('blanks secrets that are lists, objects and numbers, and leaves null', () => {
    expect(redactBody('{"secret":["a"],"token":{"x":"b"},"cvv":123,"password":null}')).toBe(
      '{"secret":"[redacted]","token":"[redacted]","cvv":"[redacted]","password":null}',
    )
  })

  it('never shows a card number, wherever and however it was sent', () => {
    const sent = cardNumber.chain((number) =>
      fc.record({
        number: fc.constant(number),
        text: typed(number),
        around: filler,
        name: fc.constantFrom('number', 'Number', 'card_number'),
      }),
    )
    fc.assert(
      fc.property(sent, ({ number, text, around, name }) => {
        for (const body of [
          { ...around, card: { [name]: text } },
          { ...around, cards: [{ [name]: Number(number) }] },
        ]) {
          expect(shows(redactBody(JSON.stringify(body)), number)).toBe(false)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('never shows a card number in text either, from 13 digits on', () => {
    const sent = longCardNumber.chain((number) =>
      fc.record({
        number: fc.constant(number),
        text: typed(number),
        before: fc.stringMatching(/^[^\d]{0,6}$/),
        after: fc.stringMatching(/^[^\d]{0,6}$/),
      }),
    )
    fc.assert(
      fc.property(sent, filler, ({ number, text, before, after }, around) => {
        const body = JSON.stringify({
          ...around,
          notes: { [`${before}${text}${after}`]: 'x', y: `${before}${text}${after}` },
        })
        expect(redactBody(body)).not.toContain(number)
        expect(redactBody(body)).not.toContain(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('never shows the value of a secret, at any depth', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.tuple(secretName, secretValue).map(([name, value]) => ({ [name]: value })),
        fc.tuple(secretName, secretValue).map(([name, value]) => ({ [name.toUpperCase()]: [value] })),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('tree'), {
          minKeys: 1,
          maxKeys: 3,
          noNullPrototype: true,
        }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        expect(redactBody(JSON.stringify(value))).not.toContain('S3CR')
      }),
    )
  })

  it('does not show what it could not check', () => {
    const deep = `{"card":{"cvv":"S3CRcvv","number":"501800000009"},"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(redactBody(deep)).not.toMatch(/S3CR|501800000009/)
    expect(redactBody('{"cvv":"S3CRcvv"')).not.toContain('S3CR')
  })

  it('is never long', () => {
    expect(redactBody(JSON.stringify({ a: 'x'.repeat(1_000_000) })).length).toBeLessThan(8200)
  })
})

describe('a form in the log', () => {
  it.each([
    ['amount=100&notes[k]=v', 'amount=100&notes[k]=v'],
    [
      'card[number]=4100280000001007&card[cvv]=123&card[name]=Asha',
      'card[number]=[redacted]&card[cvv]=[redacted]&card[name]=Asha',
    ],
    ['card%5Bcvv%5D=123', 'card%5Bcvv%5D=[redacted]'],
    ['otp=1234&x=1', 'otp=[redacted]&x=1'],
  ])('%s is written as %s', (text, shown) => {
    expect(redactBody(text)).toBe(shown)
  })

  it('never shows a card number or a secret, however it is encoded', () => {
    const sent = cardNumber.chain((number) =>
      fc.record({ number: fc.constant(number), text: typed(number), name: secretName, value: secretValue }),
    )
    fc.assert(
      fc.property(sent, ({ number, text, name, value }) => {
        const form = new URLSearchParams({
          a: '1',
          'card[number]': text,
          [`x[${name}]`]: value,
          [name]: value,
        })
        if (isShown(number)) form.set('description', `my card ${text}!`)
        for (const body of [form.toString(), decodeURIComponent(form.toString())]) {
          const shown = redactBody(body)
          expect(shown).not.toContain('S3CR')
          expect(shows(decodeURIComponent(shown).replaceAll('+', ' '), number)).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('survives percent signs that mean nothing, and characters that no table can hold', () => {
    expect(redactBody('a=%&b=%zz&otp=%')).toBe('a=%&b=%zz&otp=[redacted]')
    expect(redactBody('a=\u0000b')).not.toContain('\u0000')
  })
})

describe('an address in the log', () => {
  it.each([
    ['/v1/payments', '/v1/payments'],
    ['/v1/payments?count=5&from=1781505000', '/v1/payments?count=5&from=1781505000'],
    ['/v1/payments?otp=1234&count=5', '/v1/payments?otp=[redacted]&count=5'],
    ['/v1/payments/create/json?card[cvv]=123', '/v1/payments/create/json?card[cvv]=[redacted]'],
    ['/v1/payments/4100280000001007', '/v1/payments/[card ending 1007]'],
    ['/v1/orders?receipt=4100%202800%200000%201007', '/v1/orders?receipt=[card ending 1007]'],
    ['/v1/orders?receipt=4100+2800+0000+1007', '/v1/orders?receipt=[card ending 1007]'],
  ])('%s is written as %s', (path, shown) => {
    expect(redactPath(path)).toBe(shown)
  })
})

it.each(TEST_CARDS.map(({ number }) => number))('the published card %s is not shown', (number) => {
  expect(redactCards(`x${number}y ${number}`)).not.toContain(number.slice(0, 8))
})

describe('a response of our own', () => {
  const any = fc.jsonValue({ maxDepth: 3 })
  const secrets = fc.record({ id: fc.string(), key_secret: fc.string(), token: fc.integer(), more: any })

  it('has its secrets blanked without being parsed', () => {
    fc.assert(
      fc.property(secrets, (value) => {
        const shown = redactResponse(JSON.stringify(value))
        expect(shown).toContain('"key_secret":"[redacted]"')
        expect(shown).toContain('"token":"[redacted]"')
      }),
    )
  })

  it('shows no card number and no secret wherever it is cut', () => {
    const card = '4100280000001007'
    for (let lead = 8192 - 60; lead < 8192 + 700; lead += 1) {
      const text = JSON.stringify({
        a: 'x'.repeat(lead),
        n: card,
        secret: 's3cr3t'.repeat(20),
        rest: 'y'.repeat(400),
      })
      const shown = redactResponse(text)
      expect(shown).not.toMatch(/\d{12}/)
      expect(shown).not.toContain('s3cr3t')
      expect(shown.length).toBeLessThanOrEqual(8193)
    }
    const many = JSON.stringify(
      Array.from({ length: 300 }, () => ({ secret: 'z'.repeat(200), number: card })),
    )
    expect(redactResponse(many)).not.toMatch(/zz|\d{12}/)
  })
})

describe('secrets by the name of their property', () => {
  it.each([
    'webhook_secret',
    'previous_secret',
    'client-secret',
    'new_password',
    'otp',
    'card_cvv',
    'cvc',
    'access_token',
    'authorization',
    'cookie',
    'signature',
    'X-Razorpay-Signature',
    'account_number_again',
    'bank_account_number',
    'private_key',
  ])('%s', (name) => {
    expect(redactBody(JSON.stringify({ [name]: 'hush' }))).not.toContain('hush')
    expect(redactResponse(JSON.stringify({ [name]: 'hush' }))).not.toContain('hush')
    expect(redactBody(`a=1&${name}=hush`)).not.toContain('hush')
  })

  it.each(['secret_exists', 'pin_code', 'receipt_number', 'token_iin', 'purpose'])('%s is none', (name) => {
    expect(redactBody(JSON.stringify({ [name]: 'shown' }))).toContain('shown')
    expect(redactResponse(JSON.stringify({ [name]: 'shown' }))).toContain('shown')
  })
})

describe('secrets by their shape, wherever they were pasted', () => {
  it.each([
    ['whsec_C2FVsBQIhrscChlQIMV', 'C2FVsBQ'],
    ['Authorization: Basic a2V5X3Rlc3Q6c2VjcmV0', 'a2V5X3Rlc3'],
    ['curl -H "Authorization: Bearer abc.def-123456"', 'abc.def'],
    ['key_test_NfLw3gQ81xRt0a:XyZ0123456789abcdefghijABCDEFGHIJ', 'XyZ0123'],
    ['postgres://asha:hunter2@db.example.com/desk', 'hunter2'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJzdWIi'],
  ])('%s', (text, secret) => {
    expect(redactBody(JSON.stringify({ body: text }))).not.toContain(secret)
    expect(redactResponse(JSON.stringify({ body: text }))).not.toContain(secret)
    expect(redactBody(new URLSearchParams({ body: text }).toString())).not.toContain(secret)
    expect(redactPath(`/v1/orders?receipt=${encodeURIComponent(text)}`)).not.toContain(secret)
  })

  it('leaves addresses and ids as they are', () => {
    const plain = { url: 'https://example.com/a@b?x=1', id: 'key_test_NfLw3gQ81xRt0a', at: 'basic' }
    expect(redactBody(JSON.stringify(plain))).toBe(JSON.stringify(plain))
  })
})

describe('a body that could not be parsed', () => {
  it.each([
    '{"amount": 100, "currency": "INR",}',
    '{"amount": 100 "currency": "INR"}',
    '[1,2]',
    '"amount"',
    'amount: 100',
  ])('%s is kept as it was sent', (text) => {
    expect(redactUnparsed(text)).toBe(text)
  })

  it('shows no card number, and no more than the log keeps', () => {
    expect(redactUnparsed('{"note": "4100 2800 0000 1007"')).toBe('{"note": "[card ending 1007]"')
    expect(redactUnparsed(`{"a": ${'x'.repeat(100_000)}`)).toHaveLength(8193)
  })

  it.each([
    '{"card": {"cvv": "hush",}}',
    "{'otp': 'hush'}",
    '{password: hush}',
    '"key_secret": "hush"',
    '<card><cvv>hush</cvv></card>',
    'Content-Disposition: form-data; name="card[number]"\r\n\r\nhush',
    '{"c\\u0076v": "hush"',
    'card%5Bcv%76%5D: hush',
    '<a x="&#99;vv">hush',
    [...'{"cvv": "hush"'].join('\u0000'),
  ])('%s is not kept', (text) => {
    expect(redactUnparsed(text)).toBe('[unreadable]')
  })

  it('is looked through where it is JSON of another type', () => {
    expect(redactUnparsed('{"amount":100,"card":{"cvv":"hush"}}')).toBe(
      '{"amount":100,"card":{"cvv":"[redacted]"}}',
    )
  })

  it('shows no secret wherever it is cut off', () => {
    fc.assert(
      fc.property(secretName, secretValue, filler, fc.nat(), (name, value, more, cut) => {
        const whole = JSON.stringify({ ...more, card: { [name]: value } })
        const text = `${whole.slice(0, cut % whole.length)},`
        expect(redactUnparsed(text)).not.toContain('S3CR')
      }),
    )
  })
})

/** Separators between the digits of a card number, typed or inserted by a page or an editor. */
const separator = fc.constantFrom(
  '',
  '',
  ' ',
  '-',
  '  ',
  ' - '.slice(0, 2),
  '.',
  '\u00a0',
  '\u2009',
  '\u2013',
  '\t',
  '\n',
)
/** A card number with separators anywhere, one after the other digit. */
const spelled = longCardNumber.chain((number) =>
  fc.array(separator, { minLength: number.length - 1, maxLength: number.length - 1 }).map((between) => ({
    number,
    text: [...number].map((digit, at) => digit + (between[at] ?? '')).join(''),
  })),
)
/** The surroundings: no digit at its sides, which would make another number of it. */
const before = fc.stringMatching(/^(|[^\d]{1,6}|\d{1,6}[a-z,;:]{1,3})$/)
const after = fc.stringMatching(/^(|[^\d]{1,6}|[a-z,;:]{1,3}\d{1,6})$/)

describe('a card number, whatever separates its digits', () => {
  const sent = fc.record({ card: spelled, before, after })
  const hidden = (shown: string, { number }: { number: string }) => {
    expect(digitsOf(shown.replaceAll(/\\[nt]|\\u[0-9a-f]{4}/g, ''))).not.toContain(number)
    expect(percentDecoded(shown)).not.toContain(number)
  }

  it('is blanked in JSON, in a form, in a path and in a text', () => {
    fc.assert(
      fc.property(sent, ({ card, before, after }) => {
        const text = `${before}${card.text}${after}`.toWellFormed().replaceAll('\u0000', '')
        hidden(redactBody(JSON.stringify({ note: text })), card)
        hidden(redactBody(JSON.stringify({ [text]: 'x' })), card)
        hidden(redactResponse(JSON.stringify({ note: `${before}${card.number}${after}` })), card)
        hidden(redactBody(String(new URLSearchParams({ note: text }))), card)
        hidden(redactBody(encodeURIComponent(text)), card)
        hidden(redactPath(`/v1/orders/${encodeURIComponent(text)}?receipt=${encodeURIComponent(text)}`), card)
        hidden(redactText(text), card)
        hidden(redactCards(text), card)
      }),
      { numRuns: 500 },
    )
  })

  it('that straddles the cut is not shown in part', () => {
    const cuts = fc.record({ card: spelled, back: fc.integer({ min: -80, max: 600 }) })
    fc.assert(
      fc.property(cuts, ({ card, back }) => {
        const lead = 'x'.repeat(8192 - 20 + back)
        const tail = `x${'y'.repeat(10_000)}`
        const shown = [
          redactBody(JSON.stringify({ a: `${lead} ${card.text}${tail}` })),
          redactBody(JSON.stringify([lead, card.text, card.number, tail])),
          redactBody(String(new URLSearchParams({ a: `${lead} ${card.text}${tail}` }))),
          redactUnparsed(`${lead} ${card.text}${tail}`),
          redactText(`${lead} ${card.text}${tail}`),
          redactText(`${lead.slice(0, 240)} ${card.text}${tail}`, 255),
        ]
        // A shorter part than the last four may stay.
        for (const text of shown) expect(digitsOf(text).length).toBeLessThanOrEqual(8)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the checked part', () => {
  const redactions = {
    redactBody,
    redactUnparsed,
    redactResponse,
    redactRead: (text: string) => redactResponse(text, MAX_READ_BODY),
    redactPath,
    redactText,
  }
  const fillings = [
    '4 ',
    '4111 1111 ',
    '9',
    '"',
    '\\',
    '[',
    '{"a":',
    '%34+',
    'eyJ-',
    '://a',
    '-----BEGIN ',
    'a_',
    '&a[',
    ']',
    'basic ',
  ]

  it.each(Object.entries(redactions))('by %s is the beginning, whatever follows', (_, redact) => {
    for (const opening of ['', '{"a":"', '[', 'a=', '/p?']) {
      for (const filling of fillings) {
        const text = opening + filling.repeat(Math.ceil(20_000 / filling.length))
        expect(redact(`${text}${'z'.repeat(1000)}`)).toBe(redact(`${text}${'1 '.repeat(490_000)}`))
        expect(redact(text).length).toBeLessThanOrEqual(8193)
      }
    }
  })

  // It takes nine seconds of processor time on a slow machine, and more when other processes want it, too.
  it('costs in proportion to its length, whatever it is full of', { timeout: 600_000 }, () => {
    for (const filling of fillings) {
      const cpuOf = (length: number) => {
        const text = filling.repeat(Math.ceil(length / filling.length)).slice(0, length)
        const tries = Array.from({ length: 5 }, () => {
          const before = process.threadCpuUsage()
          redactBounded(text)
          const { user, system } = process.threadCpuUsage(before)
          return user + system
        })
        return Math.min(...tries)
      }
      cpuOf(40_000)
      // Eight times the text may cost eight times as much; 64 times would be quadratic. The rest is for a slow clock.
      expect(cpuOf(320_000), filling).toBeLessThan(24 * Math.max(cpuOf(40_000), 1500))
    }
  })
})

describe('a name of a secret that is hidden', () => {
  it.each([
    '{"pass\\u0077ord":"hush"}',
    '{"c\\u0000v\\u0000v":"hush"}',
    '{"c\u200bvv":"hush"}',
    '{"my-api-secret":"hush"}',
    'c%00v%00v=hush',
    'c%E2%80%8Bvv=hush',
    'a]]]]][otp]=hush',
  ])('%s', (text) => {
    expect(redactBody(text)).not.toContain('hush')
    const long = text.startsWith('{')
      ? `${text.slice(0, -1)},"a":"${'x'.repeat(20_000)}"}`
      : `${text}&a=${'x'.repeat(20_000)}`
    expect(redactBody(long)).not.toContain('hush')
    expect(redactBody(long)).not.toBe('[unreadable]')
  })

  it('a body in UTF-16 is not kept', () => {
    const utf16 = [...'{"cvv":"hush"}'].join('\u0000')
    expect(redactBody(utf16)).toBe('[unreadable]')
    expect(redactBody(`a=1&c\u0000v\u0000v\u0000=h\u0000ush`)).toBe('[unreadable]')
  })

  it('stays hidden when the text is cut in the middle of its value', () => {
    for (const value of ['"hush', '["hush', '{"x":{"y":["hush']) {
      for (let lead = 8000; lead < 8704; lead += 7) {
        const text = `{"a":"${'x'.repeat(lead)}","otp":${value}${'hush'.repeat(4000)}`
        expect(redactBody(text)).not.toContain('hush')
      }
    }
  })
})
