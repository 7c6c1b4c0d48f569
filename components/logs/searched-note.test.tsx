import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SearchedNote } from './searched-note.tsx'

const query = { ip: '203.0.113.9', period: '7d', starting_after: 'req_NfLw3gQ81xRt0a' }

it('says how far was searched, and leads to what is older in the same period', () => {
  const html = renderToStaticMarkup(
    <SearchedNote
      path="/logs"
      query={query}
      searched={{ since: 1_781_000_000, from: 1_781_505_000, errors: false }}
    />,
  )
  expect(html.replace(/<[^>]*>/g, '')).toMatch(
    /^Searched the latest 25,000 requests, back to .*2026.*\. Search older requests$/,
  )
  const href = new URL(
    /<a [^>]*href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
    'http://localhost',
  )
  expect(Object.fromEntries(href.searchParams)).toEqual({
    ip: '203.0.113.9',
    from: '1781000000',
    to: '1781504999',
  })
})

it('names errors where only those were searched, and is not there where everything was', () => {
  const note = (searched: Parameters<typeof SearchedNote>[0]['searched']) =>
    renderToStaticMarkup(<SearchedNote path="/logs/errors" query={{}} searched={searched} />)
  expect(note({ since: null, from: 1_781_505_000, errors: true })).toContain('Search older errors')
  expect(note(null)).toBe('')
})
