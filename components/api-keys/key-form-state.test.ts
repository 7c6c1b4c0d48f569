import { describe, expect, it } from 'vitest'
import { PRESETS } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { matrixFields } from '#lib/domain/roles/schema/matrix.ts'
import { FormReader, problemsIn } from '#lib/values/form.ts'
import { DAY } from '#lib/values/time.ts'
import { editKeyForm, grantsOfFields, newKeyForm } from './key-form-state.ts'

const settings = {
  currency: 'INR',
  grouping: 'indian' as const,
  zone: 'Asia/Kolkata',
  now: 1_781_505_000,
}
const preset = PRESETS.find(({ name }) => name === 'refunds')

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  const all = { name: 'Webshop', ...(preset && matrixFields(preset.grants)), ...fields }
  for (const [name, text] of Object.entries(all)) form.set(name, text)
  return form
}
const readNew = (fields: Record<string, string>) => newKeyForm.read(new FormReader(formOf(fields), settings))

describe('the form of a key', () => {
  it('grants what its matrix holds', () => {
    expect(grantsOfFields(preset ? matrixFields(preset.grants) : {})).toEqual(preset?.grants)
    expect(readNew({}).scopes).toContain('refunds:write')
    const none = Object.fromEntries(Object.keys(preset?.grants.levels ?? {}).map((name) => [name, 'none']))
    const empty = new FormData()
    for (const name of Object.keys(none)) empty.set(`level.${name}`, 'none')
    empty.set('name', 'Webshop')
    expect(problemsIn(newKeyForm, empty, settings)).toEqual({ scopes: 'Choose at least one permission.' })
  })

  it('expires never, after some days, or at the end of a day of the reader', () => {
    expect(readNew({}).expires_at).toBe(null)
    expect(readNew({ expires: '30' }).expires_at).toBe(settings.now + 30 * DAY)
    expect(readNew({ expires: 'date', expires_on: '2026-12-31' }).expires_at).toBe(
      Date.UTC(2026, 11, 31, 18, 29, 59) / 1000,
    )
    expect(problemsIn(newKeyForm, formOf({ expires: 'date' }), settings)).toEqual({
      expires_on: 'Choose an expiry date.',
    })
  })

  it('keeps the hour of a date that was not changed', () => {
    const was = { expires: 'date', expires_was: '2026-12-31=1798700000' }
    expect(readNew({ ...was, expires_on: '2026-12-31' }).expires_at).toBe(1_798_700_000)
    expect(readNew({ ...was, expires_on: '2026-12-30' }).expires_at).not.toBe(1_798_700_000)
  })

  it('reads networks and amounts as people write them', () => {
    const read = readNew({ allowed_addresses: '203.0.113.9,\n 2001:db8::/32', refund_limit: '1,250.50' })
    expect(read).toMatchObject({
      allowed_addresses: ['203.0.113.9', '2001:db8::/32'],
      refund_limit: 125_050,
      refund_day_limit: null,
    })
    expect(read).not.toHaveProperty('approval_above')
    const edited = editKeyForm.read(new FormReader(formOf({ approval_above: '500' }), settings))
    expect(edited.approval_above).toBe(50_000)
  })
})
