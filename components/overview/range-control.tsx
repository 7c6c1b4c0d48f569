import Form from 'next/form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { CalendarDays } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { chip, filterPanel, lifted, segment, segments } from '#components/ui/looks.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { RANGES, type Range } from './range.ts'

/** Which stretch of time the figures are of. Links and a plain form: it works without script, and is in the address. */
export function RangeControl({ range }: { range: Range }) {
  const own = range.name === null
  return (
    <div className="print:hidden flex flex-wrap items-center gap-2">
      <nav aria-label="Range" className={segments} data-segments="">
        {Object.entries(RANGES).map(([name, label]) => (
          <Link
            key={name}
            className={segment}
            href={name === '7d' ? '/' : `/?range=${name}`}
            aria-current={range.name === name ? 'true' : undefined}
            scroll={false}
          >
            {label}
          </Link>
        ))}
      </nav>
      <details name="filter" className="filter relative">
        <summary className={`${chip} min-h-8 rounded-control`} {...(own ? {} : { 'data-add': '' })}>
          <CalendarDays aria-hidden="true" className="size-3.5" />{' '}
          {own ? <b className="font-[580]">{range.words}</b> : 'Custom range'}
        </summary>
        <Form action="/" scroll={false} className={`${lifted} ${filterPanel} desk:right-0 desk:left-auto`}>
          <Field label="From" required>
            {(control) => (
              <TextInput
                {...control}
                small
                type="date"
                name="from"
                defaultValue={own ? range.query.from : undefined}
              />
            )}
          </Field>
          <Field label="To (inclusive)">
            {(control) => (
              <TextInput
                {...control}
                small
                type="date"
                name="to"
                defaultValue={own ? range.query.to : undefined}
              />
            )}
          </Field>
          <Button type="submit" variant="primary">
            Show
          </Button>
        </Form>
      </details>
    </div>
  )
}
