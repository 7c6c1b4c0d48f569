import { Button } from '#components/ui/button.tsx'
import { COLUMNS } from '#components/ui/column-chooser.tsx'
import { SORT } from '#components/ui/data-table.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Download } from '#components/ui/icons.tsx'
import { checkbox, lifted } from '#components/ui/looks.ts'
import { PLACE } from '#components/ui/query.ts'
import { figures } from '#lib/values/number-text.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'
import { listCountText } from './count-text.ts'
import { type BulkAction, type Draw, isSelectable, type ListedPage, type ListLook } from './list.ts'
import { selectedText } from './list-result.tsx'
import { SelectionBar } from './selection-bar.tsx'

type SelectionProps<Row, Page extends ListedPage<Row>> = {
  list: ListLook<Row, Page>
  page: Page
  draw: Draw
}

/** The bar of selected rows, for a list whose rows can be selected. */
export function Selection<Row, Page extends ListedPage<Row>>({
  list,
  page,
  draw,
}: SelectionProps<Row, Page>) {
  if (!isSelectable(list)) return null
  const actions = actionsOf(list, draw)
  const filters = Object.entries(draw.query).filter(([name]) => !(name in NOT_FILTERS))
  const search = new URLSearchParams(filters.filter(([name]) => name !== SORT))
  search.sort()
  const beyond = !page.counted || page.total > page.items.length || list.searched?.(page)
  const all = beyond && actions.every(({ takesAll }) => takesAll) ? allOf(list, page, draw) : null
  return (
    <SelectionBar
      path={list.path}
      filters={search.toString()}
      list={`${draw.account} ${list.path}?${search}`}
      page={[draw.query.starting_after, draw.query.ending_before, draw.query.ids && 'selected'].join(' ')}
      className={`${lifted} sticky bottom-[12px] z-5 mx-auto mt-[12px] hidden w-fit max-w-full flex-wrap items-center gap-x-[12px] gap-y-[8px] px-[12px] py-[8px] group-has-[input[name=ids]:checked]/list:flex print:hidden`}
      allText={all?.text ?? ''}
      all={
        all && (
          <label className="flex items-center gap-1.5 text-table">
            <input type="checkbox" name="all" value="1" autoComplete="off" className={checkbox} />
            {all.label}
          </label>
        )
      }
    >
      {filters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {actions.map((action) => (
        <Action key={action.label} action={action} allowed={draw.may(action.permission)} />
      ))}
      <Button type="reset" variant="quiet">
        Clear
      </Button>
    </SelectionBar>
  )
}

function Action({ action, allowed }: { action: BulkAction; allowed: boolean }) {
  const { label, icon, href, method = 'get', field, permission } = action
  return (
    <Permitted allowed={allowed} permission={permission} label={label}>
      <Button type="submit" formAction={href} formMethod={method} {...field}>
        {icon} {label}
      </Button>
    </Permitted>
  )
}

const NOT_FILTERS = { ...PLACE, count: null, total: null, ids: null, [COLUMNS]: null, view: null }

function actionsOf<Row, Page extends ListedPage<Row>>(
  { path, exported, bulk }: ListLook<Row, Page>,
  draw: Draw,
): BulkAction[] {
  const own = bulk?.(draw) ?? []
  if (exported !== true) return own
  const file: BulkAction = {
    label: 'Export',
    icon: <Download aria-hidden="true" />,
    href: `${path}/export`,
    permission: EXPORT_PERMISSION,
    takesAll: true,
  }
  return [...own, file]
}

/** What selecting every row that matches is called, and how many they are. */
export function allOf<Row, Page extends ListedPage<Row>>(
  list: Pick<ListLook<Row, Page>, 'noun' | 'nouns' | 'searched' | 'sums' | 'selectionSum'>,
  page: Page,
  draw: Pick<Draw, 'grouping'>,
) {
  const { noun, nouns = `${noun}s` } = list
  const all = figures(page.total, draw.grouping)
  const searched = list.searched?.(page) ?? null
  const count = page.capped ? `${all} or more` : all
  // The file of all rows also has those that the page has not looked through.
  if (searched !== null)
    return {
      label: `All ${nouns} that match, older ones included`,
      text: `${count} of ${searched} selected, and all older ones that match`,
    }
  if (page.capped) return { label: `All ${nouns} that match`, text: `${count} selected` }
  if (!page.counted) return { label: `All ${nouns} that match`, text: `More than ${all} selected` }
  return { label: `All ${all} that match`, text: selectionText(list, page, draw) }
}

export function selectionText<Row, Page extends ListedPage<Row>>(
  { sums, selectionSum }: Pick<ListLook<Row, Page>, 'sums' | 'selectionSum'>,
  page: Page,
  { grouping }: Pick<Draw, 'grouping'>,
  pages = 1,
): string {
  if (selectionSum) return `${listCountText(page.total, pages, grouping)} · ${selectionSum(page)}`
  return selectedText({ ...page, sums, grouping, pages })
}
