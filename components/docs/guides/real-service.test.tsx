import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CONFORMANCE } from '#lib/api-docs/conformance.ts'
import { Guide } from './guide.tsx'

const page = renderToStaticMarkup(
  <Guide name="real-service" reader={{ baseUrl: 'https://pay.test', keyId: 'key_test_1' }} />,
)

it('shows every client of the corpus with its figures', () => {
  for (const { client, source, version, steps, passed, refused, missing } of CONFORMANCE.clients) {
    expect(page).toContain(`href="${source}"`)
    const cells = [version, steps, passed, refused, missing].map((cell) => `<td>${cell}</td>`).join('')
    expect(page, client).toContain(cells)
  }
})

it('lists what is wider, what is rejected and what is missing', () => {
  for (const { method, path } of CONFORMANCE.operations) expect(page).toContain(`${method} ${path}`)
  for (const { wider } of CONFORMANCE.operations.filter(({ requests }) => requests > 0))
    expect(page).toContain(wider.join(', '))
  for (const { feature, fields, operations } of CONFORMANCE.features)
    for (const cell of [feature, fields.join('; '), operations.join(', ')])
      expect(page).toContain(`>${cell}</`)
  for (const { why } of CONFORMANCE.refused) expect(page).toContain(why)
  for (const { step } of CONFORMANCE.missing) expect(page).toContain(step)
  expect(page.includes('id="missing"')).toBe(CONFORMANCE.missing.length > 0)
})
