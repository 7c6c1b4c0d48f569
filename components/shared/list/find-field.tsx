import { Button } from '#components/ui/button.tsx'
import { preloadMono } from '#components/ui/fonts.ts'
import { SearchIcon } from '#components/ui/icons.tsx'
import { inputLook } from '#components/ui/looks.ts'
import { termsOf, textFromQuery } from '#lib/filters/filter-query.ts'
import { FindInput } from './find-input.tsx'
import { type Draw, FIND, type ListedPage, type ListLook, shownAs } from './list.ts'

/** The filters of a list as one text: `status:captured amount:>5000`. It replaces all of them. */
export function FindField<Row, Page extends ListedPage<Row>>({
  list,
  draw,
}: {
  list: ListLook<Row, Page>
  draw: Draw
}) {
  preloadMono()
  const { path, noun, nouns = `${noun}s` } = list
  const text = draw.typed ?? textFromQuery(list, draw.query, draw)
  const names = termsOf(list)
    .filter(({ name }) => name !== 'q')
    .map((term) => ({ name: term.name, values: [...(term.values?.(draw) ?? [])] }))
  return (
    <search className="block flex-[0_1_clamp(11rem,22%,20rem)] @max-[38rem]/page:basis-full">
      <form action={path} data-list-control="find" className="flex gap-1.5">
        {Object.entries(shownAs(draw.query)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FindInput
          key={text}
          name={FIND}
          label={`Filter ${nouns}`}
          text={text}
          placeholder={example(names)}
          names={names}
          invalid={draw.typed !== undefined}
          className={inputLook('small', 'mono')}
        />
        <Button
          type="submit"
          size="icon"
          className="min-h-[30px]"
          aria-label="Apply text filter"
          title="Apply text filter"
          data-hint=""
        >
          <SearchIcon aria-hidden="true" />
        </Button>
      </form>
    </search>
  )
}

/** What could be typed, from the first filters of the list. */
function example(names: { name: string; values: string[] }[]): string {
  const some = names.slice(0, 3).map(({ name, values }) => {
    if (name === 'amount') return 'amount:>500'
    return `${name}:${values[0] ?? '…'}`
  })
  return some.join(' ')
}
