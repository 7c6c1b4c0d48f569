import type { Metadata } from 'next'
import { queryOf } from '#components/ui/query.ts'
import { guidePages } from '#lib/api-docs/guides.ts'
import { allReasons } from '#lib/api-docs/reasons.ts'
import { searchDocs } from '#lib/api-docs/search.ts'
import { reference } from '#lib/surfaces/reference.ts'

export const metadata: Metadata = { title: 'Search' }

export default async function SearchPage({ searchParams }: PageProps<'/docs/search'>) {
  const query = (new URLSearchParams(queryOf(await searchParams)).get('q') ?? '').slice(0, 100).trim()
  const reasons = allReasons().map(({ reason, means }) => ({
    href: `/docs/errors#${reason}`,
    title: reason,
    text: means,
  }))
  const found = searchDocs(query, reference(), guidePages(), reasons)
  return (
    <div className="max-w-[720px]">
      <h1 className="text-title font-semibold">{query === '' ? 'Search' : `“${query}”`}</h1>
      <p className="mt-1 text-ink-2" role="status">
        {said(query, found.length)}
      </p>
      <ul className="mt-4 border-t border-line">
        {found.map(({ href, title, what, words }) => (
          <li key={href} className="border-b border-line py-2.5">
            <a href={href} className="link font-[550] break-words">
              {title}
            </a>{' '}
            <span className="text-small text-ink-3">{what}</span>
            <p className="text-table break-words text-ink-2">{words}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function said(query: string, count: number): string {
  if (query === '') return 'Enter the name of an operation, a property, an error reason or an event.'
  if (count === 0) return 'No results for all of these words. Try fewer words, or a name from the contents.'
  return count === 1 ? '1 result.' : `${count} results.`
}
