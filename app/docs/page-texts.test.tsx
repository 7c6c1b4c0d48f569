import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import WalletsDiscontinued from '#app/docs/wallets-discontinued/page.tsx'
import { Guide } from '#components/docs/guides/guide.tsx'
import { BASE_URL_MARK } from '#lib/api-docs/doc-pages.ts'
import { GUIDES } from '#lib/api-docs/guides.ts'
import { markdownOf } from '#lib/testing/page-text.ts'

const READER = { baseUrl: BASE_URL_MARK, keyId: null }
const textOf = (page: ReactNode) => markdownOf(renderToStaticMarkup(page))

/** The pages of /docs whose text is written in React, which search can't draw, as Markdown. */
const texts: Record<string, string> = Object.fromEntries([
  ...GUIDES.map(({ name, title }) => [
    `guides/${name}`,
    `# ${title}\n\n${textOf(<Guide name={name} reader={READER} />)}`,
  ]),
  ['wallets-discontinued', textOf(<WalletsDiscontinued />)],
])

it('are those that search and fetch have: after a change, run this file with -u', async () => {
  await expect(`${JSON.stringify(texts, null, 2)}\n`).toMatchFileSnapshot(
    '../../lib/api-docs/page-texts.json',
  )
})

it('have the headings, code and tables of the pages, and no markup', () => {
  expect(texts['guides/test-data']).toContain('- `4100280000001007` | Visa\n')
  expect(texts['guides/webhooks']).toContain('\n## Secret rotation\n\nAfter rotation, the old secret')
  expect(texts['guides/webhooks']).toMatch(/```\nimport .*\n/)
  for (const [path, text] of Object.entries(texts)) {
    expect(text, path).toMatch(/^# .+\n\n/)
    expect(text.replace(/```.*?```|`[^`]*`/gs, ''), path).not.toMatch(/<\/?[a-z]+[ >]|&[a-z]+;|className/)
  }
})
