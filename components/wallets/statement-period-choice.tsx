import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { chip } from '#components/ui/looks.ts'
import type { Query } from '#components/ui/query.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import {
  dateField,
  STATEMENT_PERIODS,
  type StatementPeriod,
  statementPeriodLabel,
} from '#lib/print/statement-periods.ts'

type PeriodChoiceProps = { id: string; query: Query; period: StatementPeriod; zone: string; now: number }

/** Which time a statement is of: presets as links, and dates of one's own as a plain form. */
export function PeriodChoice({ id, query, period, zone, now }: PeriodChoiceProps) {
  const path = `/customers/${id}/statement`
  const own = period.name === null
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      <nav aria-label="Period" className="flex flex-wrap gap-1.5">
        {STATEMENT_PERIODS.map((name) => (
          <Link
            key={name}
            href={`${path}?period=${name}`}
            aria-current={name === period.name ? 'true' : undefined}
            className={`${chip} aria-[current]:border-accent aria-[current]:bg-accent-tint aria-[current]:font-semibold aria-[current]:text-accent`}
          >
            {statementPeriodLabel(name, zone, now)}
          </Link>
        ))}
      </nav>
      <form action={path} className="ml-auto flex flex-wrap items-end gap-2 max-desk:ml-0">
        <Field label="From">
          {(control) => (
            <TextInput
              {...control}
              small
              figures
              type="date"
              name="from"
              className="w-36"
              defaultValue={own && period.problem ? query.from : dateField(period.from, zone)}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <TextInput
              {...control}
              small
              figures
              type="date"
              name="to"
              className="w-36"
              defaultValue={own && period.problem ? query.to : dateField(period.to, zone)}
            />
          )}
        </Field>
        <Button type="submit">Show</Button>
      </form>
    </div>
  )
}
