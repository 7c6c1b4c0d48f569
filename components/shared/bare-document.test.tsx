import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Language } from '#lib/values/language.ts'
import { BareDocument } from './bare-document.tsx'

const drawn = (language: Language) =>
  renderToStaticMarkup(
    <BareDocument title="Bill" language={language} theme="system" nonce="n" styles="">
      <p>Bill</p>
    </BareDocument>,
  )
const preloaded = (page: string, name = '') =>
  (page.match(/<link[^>]*rel="preload"[^>]*>/g) ?? []).filter((link) => link.includes(name))
const faces = (page: string, name = 'devanagari') =>
  page.match(new RegExp(`@font-face\\{[^}]*${name}[^}]*\\}`, 'g')) ?? []

it('asks for the Devanagari face in advance in Hindi, and never swaps it in late', () => {
  const page = drawn('hi')
  expect(preloaded(page, 'devanagari')).toHaveLength(2)
  expect(faces(page)).toHaveLength(2)
  for (const face of faces(page)) expect(face).toContain('font-display:optional')
})

it('asks for no Devanagari face in advance in English, where a name in its letters still gets it', () => {
  const page = drawn('en')
  expect(preloaded(page, 'devanagari')).toEqual([])
  for (const face of faces(page)) expect(face).toContain('font-display:swap')
})

it.each(['en', 'hi'] as const)(
  'loads the Latin letters in advance, and swaps none of them in late: %s',
  (language) => {
    const page = drawn(language)
    expect(preloaded(page, 'inter-latin-')).toHaveLength(2)
    for (const face of faces(page, 'inter-latin')) expect(face).toContain('font-display:optional')
    // Each file that is asked for in advance is one that the styles name.
    for (const link of preloaded(page)) {
      expect(link).toMatch(/crossorigin="anonymous"/i)
      expect(page).toContain(`url(${/href="([^"]+)"/.exec(link)?.[1]})`)
    }
  },
)
