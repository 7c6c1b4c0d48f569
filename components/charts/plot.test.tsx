import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Plot } from './plot.tsx'

function labelsOf(count: number): string[] {
  const points = Array.from({ length: count }, (_, at) => ({
    name: String(at),
    values: [at],
    label: String(at),
    words: '',
  }))
  const html = renderToStaticMarkup(<Plot small points={points} text={String} />)
  expect(html.includes('plot-begins')).toBe(count > 3)
  return [...html.matchAll(/<text x="([^"]+)"/g)].map(([, x]) => x ?? '')
}

it('has its labels at even distances from the first, and none where the last would stand out', () => {
  expect(labelsOf(24)).toEqual(['0%', '33.33%', '66.67%'])
  expect(labelsOf(7)).toEqual(['0%', '42.86%'])
  expect(labelsOf(3)).toEqual(['16.67%', '50%', '83.33%'])
})
