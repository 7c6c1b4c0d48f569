'use client'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { UNAVAILABLE_EVENTS } from '#lib/domain/events/schema.ts'
import { EVENT_GROUPS, saysOf } from './webhook-labels.ts'

/** Which events are sent: all, or some of them by group. The radio buttons open and close the list by CSS alone. */
export function EventChoice({ chosen, error }: { chosen: string[]; error: string | undefined }) {
  const all = chosen.length === 0 || chosen.includes('*')
  return (
    <fieldset className="group min-w-0" aria-describedby={error ? 'events-error' : undefined}>
      <legend className="mb-2 text-table font-[540]">Events</legend>
      <div className="grid gap-2">
        <Choice value="all" checked={all} label="All events" hint="Includes events added later." />
        <Choice value="some" checked={!all} label="Selected events" />
      </div>
      <div className="mt-3 ml-7 hidden gap-5 group-has-[[value=some]:checked]:grid">
        {[...EVENT_GROUPS, ...unsupported(chosen)].map(({ title, names }) => (
          <fieldset key={title} className="min-w-0">
            <legend className="mb-1.5 text-small font-[540] text-ink-2">{title}</legend>
            <div className="grid gap-2">
              {names.map((name) => (
                <Checkbox
                  key={name}
                  name="events"
                  value={name}
                  defaultChecked={chosen.includes(name)}
                  label={<span className="mono">{name}</span>}
                  hint={saysOf(name) || undefined}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <FieldError id="events-error" error={error} />
      <p className="mt-2 text-small text-ink-2">
        For the payload of each event, see the{' '}
        <Link href="/webhooks/catalogue" className="link">
          event catalogue
        </Link>
        .
      </p>
    </fieldset>
  )
}

/** Subscribed events that this server never sends. They stay subscribed until they are unticked. */
function unsupported(chosen: string[]): typeof EVENT_GROUPS {
  const names = chosen.filter((name) => UNAVAILABLE_EVENTS.includes(name))
  return names.length === 0 ? [] : [{ title: 'Not supported', names }]
}

function Choice({
  value,
  checked,
  label,
  hint,
}: {
  value: string
  checked: boolean
  label: string
  hint?: string
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="radio" name="which" value={value} defaultChecked={checked} className="mt-1" />
      <span>
        {label}
        {hint && <span className="block text-small text-ink-2">{hint}</span>}
      </span>
    </label>
  )
}
