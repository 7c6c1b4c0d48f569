import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { Guide } from './guide.tsx'
import { Markdown } from './markdown.tsx'

it('draws parts, paragraphs, lists, bold and code', () => {
  const text = '# Title\n\nSome **bold** `a < b`.\n\n## First part\n\n- one\n- `two`\n\n1. three\n2. four\n'
  const page = renderToStaticMarkup(<Markdown text={text} />)
  expect(page).not.toContain('Title')
  expect(page).toContain('<p>Some <strong>bold</strong> <code class="mono">a &lt; b</code>.</p>')
  expect(page).toMatch(/<h2 id="first-part"[^>]*><a href="#first-part"[^>]*>First part<\/a><\/h2>/)
  expect(page).toContain('<ul class="list-disc pl-5"><li>one</li><li><code class="mono">two</code></li></ul>')
  expect(page).toContain('<ol class="list-decimal pl-5"><li>three</li><li>four</li></ol>')
})

it('draws every guide for apps whole, without marks of Markdown', () => {
  for (const { name, text } of TOOL_GUIDES) {
    const page = renderToStaticMarkup(<Markdown text={text} />)
    const shown = page
      .replaceAll('&#x27;', "'")
      .replace(/<code[^>]*>.*?<\/code>/g, '')
      .replace(/<[^>]+>/g, '\n')
    expect(shown, name).not.toMatch(/[`*#]|^- |^\d+\. /m)
    const words = (from: string) => from.match(/[a-z]{3,}/gi) ?? []
    const drawn = new Set(words(page))
    for (const word of words(text.replace(/^# .*/, ''))) expect(drawn, `${name}: ${word}`).toContain(word)
  }
})

it('lists every guide for apps in the guide about AI clients', () => {
  const page = renderToStaticMarkup(
    <Guide name="ai-client" reader={{ baseUrl: 'https://pay.test', keyId: null }} />,
  )
  for (const { name, title } of TOOL_GUIDES) {
    expect(page).toContain(`href="/docs/guides/apps/${name}"`)
    expect(page).toContain(`>${title}</a>`)
  }
})
