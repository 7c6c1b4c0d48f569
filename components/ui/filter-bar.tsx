import type { ReactNode } from 'react'
import { ArrowDownUp, ChevronRight, Plus, X } from '#components/ui/icons.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { Link } from './link.tsx'
import { ListFocus } from './list-focus.tsx'
import { chip, filterPanel, lifted, quietLink } from './looks.ts'
import { hrefWith, PLACE, type Query } from './query.ts'
import { Static } from './static.tsx'

export type Filter = {
  /** The query names it sets; all go when it is removed. */
  names: string[]
  label: string
  /** Its value, in words ("last 7 days"), or null while it is not set. */
  value: string | null
  /** Its control or controls, named as in `names`, with `defaultValue` from the query. */
  control: ReactNode
}

type FilterBarProps = {
  path: string
  query: Query
  filters: Filter[]
  /** The order of the list, where its table is too narrow for heads that sort it. It always has a value. */
  sort?: Filter | undefined
  /** The result line: "142 payments · ₹3,41,250.00". */
  result?: ReactNode
}

/** So many filters of a list are shown at once, the first that it declares; the others are behind "More". */
const COMMON = 5

/**
 * Filters as one plain GET form. A set filter is a chip that opens to be changed and has a link that removes it; the
 * rest is behind "Filter". Works before and without script; with it, submitting does not reload the page.
 */
export function FilterBar({ path, query, filters, sort, result }: FilterBarProps) {
  const set = filters.filter((filter) => filter.value !== null)
  const few = filters.length <= COMMON + 2
  const unset = filters
    .map((filter, at) => ({ filter, common: few || at < COMMON }))
    .filter(({ filter }) => filter.value === null)
  const named = new Set(filters.flatMap((filter) => filter.names))
  const sent = new Set([...named, ...(sort?.names ?? [])])
  const remaining = Object.entries(query).filter(([name]) => !sent.has(name) && !(name in PLACE))
  const cleared = Object.fromEntries([...named].map((name) => [name, null]))
  return (
    <FilterForm action={path}>
      <ListFocus address={hrefWith(path, query)} />
      {remaining.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {set.map((filter) => (
        <SetFilter
          key={filter.label}
          filter={filter}
          removeHref={hrefWith(path, query, {
            ...PLACE,
            ...Object.fromEntries(filter.names.map((name) => [name, null])),
          })}
        />
      ))}
      {unset.length > 0 && (
        <UnsetFilters
          filters={unset.flatMap(({ filter, common }) => (common ? filter : []))}
          more={unset.flatMap(({ filter, common }) => (common ? [] : filter))}
        />
      )}
      {sort && <SortChoice sort={sort} />}
      {set.length > 0 && (
        <>
          <Link href={hrefWith(path, query, { ...PLACE, ...cleared })} className={quietLink} scroll={false}>
            Clear all
          </Link>
          <CopyButton
            value={hrefWith(path, query, PLACE)}
            link={hrefWith(path, query, PLACE)}
            label="Copy link to this list"
          />
        </>
      )}
      {result && (
        <p data-list-result="" tabIndex={-1} className="list-result">
          {/*
           * What has no room on the line is shown when it is pointed at. Where it may have several lines, the dot that
           * begins each but the first is left of the edge.
           */}
          <span>{result}</span>
        </p>
      )}
    </FilterForm>
  )
}

function SetFilter({ filter, removeHref }: { filter: Filter; removeHref: string }) {
  return (
    <div className="flex sm:relative">
      <details name="filter" className="filter">
        <summary data-filter={filter.label} className={`${chip} rounded-r-none border-r-0 pr-2`}>
          <span className="text-ink-2">{filter.label}</span>{' '}
          <b className="max-w-[min(20rem,45vw)] truncate font-[580]" title={filter.value ?? undefined}>
            {filter.value}
          </b>
        </summary>
        <Panel filters={[filter]} />
      </details>
      <Link
        href={removeHref}
        aria-label={`Remove filter ${filter.label}`}
        className={`${chip} rounded-l-none border-l-line px-1.5 text-ink-2`}
        scroll={false}
      >
        <X aria-hidden="true" className="size-3.5" />
      </Link>
    </div>
  )
}

function UnsetFilters({ filters, more }: { filters: Filter[]; more: Filter[] }) {
  return (
    <details name="filter" className="filter sm:relative">
      <summary className={chip} data-add="">
        <Plus aria-hidden="true" className="size-3.5" /> Filter
      </summary>
      <Panel filters={filters} more={more} />
    </details>
  )
}

/** Below this width tables fold their rows, at the latest. What it holds is sent at every width. */
function SortChoice({ sort }: { sort: Filter }) {
  return (
    <details name="filter" className="filter min-[62rem]:hidden sm:relative">
      <summary data-filter={sort.label} className={chip}>
        <ArrowDownUp aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{sort.label}:</span> {sort.value}
      </summary>
      <Panel filters={[sort]} />
    </details>
  )
}

/** Its fields scroll where the window is small, so that Apply is always in view. */
function Panel({ filters, more = [] }: { filters: Filter[]; more?: Filter[] }) {
  return (
    <Static as="div" data-filter-panel="" className={`${lifted} ${filterPanel}`}>
      <div className="grid min-h-0 content-start gap-2.5 overflow-y-auto px-3.5 py-3">
        {filters.map((filter) => (
          <FilterField key={filter.label} filter={filter} />
        ))}
        {more.length > 0 && (
          <details open={filters.length === 0} className="group/more">
            <summary className="flex min-h-6 cursor-pointer items-center gap-1 text-small font-[540] text-ink-2 hover:text-ink">
              <ChevronRight
                aria-hidden="true"
                className="size-3.5 transition-transform group-open/more:rotate-90"
              />
              More ({more.length})
            </summary>
            <div className="mt-2 grid gap-2.5">
              {more.map((filter) => (
                <FilterField key={filter.label} filter={filter} />
              ))}
            </div>
          </details>
        )}
      </div>
      {/*
       * Where the window is smaller still, it scrolls past the fields, and this stays at its edge. A row's link that the
       * panel half covers is no nearer than 12 px to the button, so that neither is pressed for the other.
       */}
      <div className="sticky bottom-0 grid rounded-b-slip border-t border-line bg-surface px-3.5 pt-2.5 pb-3">
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </Static>
  )
}

function FilterField({ filter: { label, control } }: { filter: Filter }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {control}
    </fieldset>
  )
}
