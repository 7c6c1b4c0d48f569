'use client'
import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'

const ZONES = [
  'Asia/Kolkata',
  'Asia/Kuala_Lumpur',
  'Asia/Singapore',
  'Asia/Dubai',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
]

type TimeZoneChoiceProps = { zone: string; action: (form: FormData) => Promise<void> }

/** The zone that times are shown in and that days begin in. */
export function TimeZoneChoice({ zone, action }: TimeZoneChoiceProps) {
  const id = useId()
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES]
  return (
    <form action={action}>
      <input type="hidden" name="name" value="time_zone" />
      <label htmlFor={id} className="mb-1 block text-small text-ink-2">
        Time zone
      </label>
      <Select
        id={id}
        small
        key={zone}
        name="value"
        defaultValue={zone}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {zones.map((one) => (
          <option key={one} value={one}>
            {one.replace('_', ' ')}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" size="small" className="mt-1.5">
          Set
        </Button>
      </noscript>
    </form>
  )
}
