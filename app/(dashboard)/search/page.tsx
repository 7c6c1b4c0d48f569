import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { chooseModeAction } from '#app/(dashboard)/frame-actions.ts'
import { FoundGroups } from '#components/search/found-groups.tsx'
import { namedBy, type PalettePage, paletteAllowed } from '#components/search/palette-pages.ts'
import { kindsInWords, type SearchResponse, understoodText } from '#components/search/search-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { inputLook } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { foundBy } from './found.ts'

export const metadata: Metadata = { title: 'Search' }

/** The results of the search box, by kind. The ID of a record of this mode redirects to its page. */
export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const { q: sent = '' } = await searchParams
  const q = (Array.isArray(sent) ? (sent[0] ?? '') : sent).trim()
  const found = await foundBy(q)
  const path = objectPath(q)
  if (path && found.elsewhere === null) redirect(path)
  const { permissions, account } = await requireStaff()
  const { pages, forms } = namedBy(q, q.length < 2 ? [] : paletteAllowed({ permissions, account }))
  if (found.list && found.list.problems.length === 0) redirect(found.list.href)
  return (
    <>
      <PageHead title="Search" />
      <search className="mb-4 block max-w-140">
        <form action="/search" className="flex gap-2">
          <input
            type="search"
            name="q"
            aria-label="Search records"
            defaultValue={q}
            placeholder="ID, email, phone, name, receipt, amount, last 4 digits"
            autoComplete="off"
            spellCheck={false}
            className={inputLook('small')}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <Results q={q} found={found} named={[...forms, ...pages]} />
    </>
  )
}

function Results({ q, found, named }: { q: string; found: SearchResponse; named: PalettePage[] }) {
  const { groups, elsewhere, list, lists, understood } = found
  if (q.length < 2)
    return (
      <p className="text-ink-2">
        Enter at least 2 characters of an ID, email, phone number, name, receipt, bill number or bank
        reference, an amount, the last 4 digits of a card or of a customer's phone number, or a request ID. Or
        enter a list and its filters: <span className="mono">payments status:failed amount:&gt;500</span>.
      </p>
    )
  if (list) return <Notice tone="bad">{list.problems.join(' ')}</Notice>
  const filtered = lists.map(({ title, text, href }) => ({ href, label: title, text }))
  if (elsewhere)
    return (
      <Notice tone="wait">
        <form action={chooseModeAction} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="return_to" value={`/search?${new URLSearchParams({ q })}`} />
          <p>
            Found only in {elsewhere.mode} mode: {kindsInWords(elsewhere.kinds)}.
          </p>
          <Button type="submit" name="mode" value={elsewhere.mode}>
            Switch to {elsewhere.mode} mode
          </Button>
        </form>
      </Notice>
    )
  if (groups.length + filtered.length + named.length === 0)
    return (
      <p className="text-ink-2">
        Nothing found for “{q}”.{' '}
        {understood && (
          <>
            It was read as{' '}
            <Link href={understood.href} className="link">
              {understoodText(understood)}
            </Link>
            .{' '}
          </>
        )}
        Bank references, and receipts of payments, have to be complete. The{' '}
        <Link href={`/docs/search?${new URLSearchParams({ q })}`} className="link">
          documentation
        </Link>{' '}
        has a search of its own.
      </p>
    )
  return (
    <div className="grid gap-6">
      {groups.length > 0 && <FoundGroups groups={groups} />}
      {filtered.length > 0 && <Links title="Lists" links={filtered} />}
      {named.length > 0 && <Links title="Pages" links={named} />}
    </div>
  )
}

type LinksProps = { title: string; links: { href: string; label: string; text?: string }[] }

/** Pages or lists that the text names. */
function Links({ title, links }: LinksProps) {
  return (
    <section aria-labelledby={`found-${title}`}>
      <h2 id={`found-${title}`} className="mb-1 text-table font-semibold">
        {title}
      </h2>
      <ul className="border-t border-line">
        {links.map(({ href, label, text }) => (
          <li key={href} className="flex flex-wrap gap-x-4 border-b border-line py-2 text-table">
            <Link href={href} className="link">
              {label}
            </Link>
            {text && <span className="mono text-ink-2 wrap-anywhere">{text}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
