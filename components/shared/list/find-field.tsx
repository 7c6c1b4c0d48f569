import Form from 'next/form'
import { Button } from '#components/ui/button.tsx'
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
  const { path, noun, nouns = `${noun}s` } = list
  const text = draw.typed ?? textFromQuery(list, draw.query, draw)
  const names = termsOf(list)
    .filter(({ name }) => name !== 'q')
    .map((term) => ({ name: term.name, values: [...(term.values?.(draw) ?? [])] }))
  return (
    <search className="print:hidden mb-2 block">
      <Form action={path} data-list-control="find" scroll={false} className="flex max-w-160 gap-1.5">
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
          aria-label="Apply text filter"
          title="Apply text filter"
          data-hint=""
        >
          <SearchIcon aria-hidden="true" />
        </Button>
      </Form>
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
