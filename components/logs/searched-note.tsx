import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Time } from '#components/ui/time.tsx'
import { MAX_SEARCHED, MAX_SEARCHED_ERRORS, type Searched } from '#lib/domain/requests/schema.ts'

type SearchedNoteProps = { path: string; query: Query; searched: Searched }

type Span = NonNullable<Searched>

const nounOf = ({ errors }: Span) => (errors ? 'errors' : 'requests')

/** "the latest 25,000 requests" */
export function searchedText(searched: Span): string {
  const max = searched.errors ? MAX_SEARCHED_ERRORS : MAX_SEARCHED
  return `the latest ${new Intl.NumberFormat('en-IN').format(max)} ${nounOf(searched)}`
}

/** Where only the latest lines were searched: how far, and the way to those before. */
export function SearchedNote({ path, query, searched }: SearchedNoteProps) {
  if (searched === null) return null
  const { since, from } = searched
  const period = { period: null, from: since === null ? null : String(since), to: String(from - 1) }
  return (
    <div className="mb-2.5">
      <Notice>
        Searched {searchedText(searched)}, back to <Time at={from} form="full" />.{' '}
        <Link href={hrefWith(path, query, { ...PLACE, ...period })} className="link whitespace-nowrap">
          Search older {nounOf(searched)}
        </Link>
      </Notice>
    </div>
  )
}
