import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { optionalTime, TIME_NEEDED } from '#lib/filters/form-time.ts'
import { OUT_OF_DATE } from '#lib/server/form-requests.ts'
import {
  AMOUNT_NEEDED,
  allIn,
  CONNECTION_LOST,
  type FormDeclaration,
  FormReader,
  fieldOf,
  fieldTexts,
  noResponse,
  problemsIn,
  textIn,
} from './form.ts'

const SETTINGS = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 1_781_505_000 } as const

const formOf = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}
const readerOf = (fields: Record<string, string | string[]>) => new FormReader(formOf(fields), SETTINGS)

describe('reading a form', () => {
  it('reads texts without spaces around them, and blank ones as nothing', () => {
    const form = readerOf({ name: ' Asha ', blank: '  ', scope: ['a', 'b'], on: 'true' })
    expect(form.text('name')).toBe('Asha')
    expect(form.optional('blank')).toBeNull()
    expect(form.optional('missing')).toBeNull()
    expect(form.all('scope')).toEqual(['a', 'b'])
    expect([form.checked('on'), form.checked('off')]).toEqual([true, false])
    // 1 is what our boxes send, true what scripts set, on what a box without a value sends.
    for (const [value, isChecked] of [
      ['1', true],
      ['true', true],
      ['on', true],
      ['0', false],
      ['', false],
    ] as const)
      expect(readerOf({ box: value }).checked('box'), value).toBe(isChecked)
  })

  it('reads amounts and times, and says of which field one is none', () => {
    const form = readerOf({
      amount: '1,250.50',
      limit: '',
      odd: 'a lot',
      at: '2026-12-01 18:00',
      late: 'soon',
    })
    expect(form.amount('amount')).toBe(125_050)
    expect(form.optionalAmount('limit')).toBeNull()
    expect(optionalTime(form, 'at')).toBe(1_796_128_200)
    expect(form.problems).toEqual([])
    form.amount('odd')
    optionalTime(form, 'late')
    expect(form.problems).toEqual([
      { field: 'odd', description: AMOUNT_NEEDED },
      { field: 'late', description: TIME_NEEDED },
    ])
  })

  it('reads notes as the editor sends them, and as lines without script', () => {
    expect(readerOf({ notes: 'terms=15 days\n\nshop' }).notes()).toEqual({ terms: '15 days', shop: '' })
    expect(readerOf({ notes: 'old=1', notes_edited: '{"new":"2"}' }).notes()).toEqual({ new: '2' })
    const broken = readerOf({ notes_edited: '{' })
    broken.notes()
    expect(broken.problems).toMatchObject([{ field: 'notes' }])
  })

  it('keeps what was typed, but no secret and nothing of the framework', () => {
    const form = formOf({
      name: 'Asha',
      scope: ['a', 'b'],
      password: 'x',
      idempotency_key: 'k',
      $ACTION_KEY: '1',
    })
    const values = fieldTexts(form)
    expect(values).toEqual({ name: 'Asha', scope: ['a', 'b'] })
    expect([textIn(values, 'name'), allIn(values, 'scope'), allIn(values, 'none')]).toEqual([
      'Asha',
      ['a', 'b'],
      [],
    ])
  })
})

describe('judging a form before it is sent', () => {
  const declaration: FormDeclaration = {
    fields: ['name', 'ifsc'],
    schema: z.strictObject({
      name: z.string().min(3, 'At least 3 characters.').nullable(),
      bank_account: z.object({ ifsc: z.string().length(4, 'Four characters.') }),
    }),
    read(form) {
      if (form.optional('name') === null) form.refuseWhole('name', 'Enter a name.')
      return { name: form.optional('name'), bank_account: { ifsc: form.text('ifsc') } }
    },
    words: ({ description }) =>
      description === 'Four characters.' ? { description: 'Enter four characters.' } : {},
  }
  const judge = (fields: Record<string, string>, whole?: boolean) =>
    problemsIn(declaration, formOf(fields), SETTINGS, whole)

  it('has the schema judge what the operation would get, in the words of the form', () => {
    expect(judge({ name: 'Al', ifsc: 'X' })).toEqual({
      name: 'At least 3 characters.',
      ifsc: 'Enter four characters.',
    })
    expect(judge({ name: 'Asha', ifsc: 'HDFC' })).toEqual({})
  })

  it('says what is wrong with the form as a whole only when all of it is sent', () => {
    expect(judge({ name: '', ifsc: 'HDFC' })).toEqual({ name: 'Enter a name.' })
    expect(judge({ name: '', ifsc: 'HDFC' }, false)).toEqual({})
  })

  it('finds the field that the path of an error is about', () => {
    expect(fieldOf('bank_account.ifsc', declaration.fields)).toBe('ifsc')
    expect(fieldOf('name', declaration.fields)).toBe('name')
    expect(fieldOf('elsewhere.0', declaration.fields)).toBeUndefined()
  })
})

it('says that a page is out of date where the server says so, else that the connection was lost', () => {
  expect(noResponse(new Error(OUT_OF_DATE))).toBe(OUT_OF_DATE)
  const tooLarge = 'The request body is too large. Send at most 1,000,000 bytes.'
  expect(noResponse(new Error(`${tooLarge}\n`))).toBe(tooLarge)
  expect(noResponse(new Error('Failed to fetch'))).toBe(CONNECTION_LOST)
})
