import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CONFORMANCE } from '#lib/api-docs/conformance.ts'
import { RealService } from './real-service.tsx'

const page = renderToStaticMarkup(
  <RealService reader={{ baseUrl: 'https://pay.test', keyId: 'key_test_1' }} />,
)

it('shows every client of the corpus with its figures', () => {
  for (const { client, source, version, steps, passed, refused, missing } of CONFORMANCE.clients) {
    expect(page).toContain(`href="${source}"`)
    const cells = [version, steps, passed, refused, missing].map((cell) => `<td>${cell}</td>`).join('')
    expect(page, client).toContain(cells)
  }
})

it('lists what is wider, what is rejected and what is missing', () => {
  for (const { method, path } of CONFORMANCE.wider) expect(page).toContain(`${method} ${path}`)
  for (const { why } of CONFORMANCE.refused) expect(page).toContain(why)
  for (const { step } of CONFORMANCE.missing) expect(page).toContain(step)
  expect(page.includes('id="missing"')).toBe(CONFORMANCE.missing.length > 0)
})
