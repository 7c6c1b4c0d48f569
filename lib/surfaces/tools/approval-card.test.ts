import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CARD_HTML, readCard } from '#lib/surfaces/tools/approval-card.ts'

const tokens = (text: string) =>
  new Map([...text.matchAll(/^\s*(--[a-z0-9-]+): (.+);$/gm)].map(([, name, value]) => [name, value]))

it('the card has the design tokens of the product', () => {
  const [product = ''] = readFileSync('components/ui/css/tokens.css', 'utf8').split('[data-theme="light"]')
  const known = tokens(product)
  const used = tokens(CARD_HTML)
  expect(used.size).toBeGreaterThan(10)
  for (const [name = '', value] of used) expect([name, value]).toEqual([name, known.get(name)])
  for (const [, name] of CARD_HTML.matchAll(/var\((--[a-z0-9-]+)\)/g))
    expect([...used.keys()]).toContain(name)
})

it('the card loads nothing, and has nothing that decides', () => {
  expect(CARD_HTML).not.toMatch(
    /https?:\/\/[a-z]|\bsrc=|@import|url\(|\bfetch\(|XMLHttpRequest|<form|<button/,
  )
  expect(CARD_HTML.match(/name: '[a-z_]+_approval'/g)).toEqual(["name: 'fetch_approval'"])
  expect(Buffer.byteLength(CARD_HTML)).toBeLessThan(10_000)
  expect(readCard('ui://counterfoil/approval')?._meta).toEqual({ ui: { csp: {}, prefersBorder: false } })
  expect(readCard('ui://counterfoil/other')).toBeNull()
})
