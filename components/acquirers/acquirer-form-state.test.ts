import { expect, it } from 'vitest'
import { FormReader } from '#lib/values/form.ts'
import { recordSettlementForm, startGatewayImportForm } from './acquirer-form-state.ts'

const settings = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 1_781_505_000 } as const

function readerOf(texts: Record<string, string>): FormReader {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  return new FormReader(form, settings)
}

it('an import begins with the first second of the chosen day, or with everything', () => {
  const read = (since: string) => {
    const reader = readerOf({ id: 'acq_1', since })
    return { ...startGatewayImportForm.read(reader), problems: reader.problems.map(({ field }) => field) }
  }
  const at = Date.parse('2026-01-31T00:00:00+05:30') / 1000
  expect(read('2026-01-31')).toEqual({ id: 'acq_1', since: at, problems: [] })
  expect(read('')).toEqual({ id: 'acq_1', problems: [] })
  expect(read('2026-02-30')).toEqual({ id: 'acq_1', problems: ['since'] })
})

it('a settlement of a bank has the payments until the end of its day, and none of the future', () => {
  const read = (settled_on: string) => {
    const reader = readerOf({ id: 'acq_1', amount: '1,250.50', utr: 'UTR123456', settled_on })
    return { ...recordSettlementForm.read(reader), problems: reader.problems.map(({ field }) => field) }
  }
  const end = Date.parse('2026-01-31T23:59:59+05:30') / 1000
  expect(read('2026-01-31')).toMatchObject({ amount: 125_050, settled_at: end, problems: [] })
  expect(read('2026-06-15')).toMatchObject({ settled_at: settings.now, problems: [] })
  expect(read('')).toMatchObject({ problems: ['settled_on'] })
})
