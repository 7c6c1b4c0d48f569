'use client'
import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import type { PreferenceName, Preferences } from '#lib/values/preferences.ts'

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

type DisplayChoicesProps = { preferences: Preferences; action: (form: FormData) => Promise<void> }

/** How pages look to this person. A part of every page, so that its elements are drawn here and not sent with each. */
export function DisplayChoices({ preferences, action }: DisplayChoicesProps) {
  return (
    <>
      <form action={action} className="grid gap-3">
        {CHOICES.map((choice) => (
          <Choice key={choice.name} {...choice} value={preferences[choice.name]} />
        ))}
      </form>
      <TimeZoneChoice zone={preferences.time_zone} action={action} />
    </>
  )
}

type ChoiceProps = { label: string; name: PreferenceName; options: Record<string, string> }

const CHOICES: readonly ChoiceProps[] = [
  {
    label: 'Theme',
    name: 'theme',
    options: { system: 'Auto', light: 'Light', dark: 'Dark', contrast: 'Contrast' },
  },
  { label: 'Row density', name: 'density', options: { comfortable: 'Comfortable', compact: 'Compact' } },
  { label: 'Number format', name: 'grouping', options: { indian: '12,34,567', western: '1,234,567' } },
  { label: 'Single-key shortcuts', name: 'shortcuts', options: { on: 'On', off: 'Off' } },
]

function Choice({ label, name, value, options }: ChoiceProps & { value: string }) {
  return (
    <fieldset>
      <legend className="mb-1 text-small text-ink-2">{label}</legend>
      <div className="choices">
        {Object.entries(options).map(([option, words]) => (
          <button key={option} type="submit" name={name} value={option} aria-pressed={option === value}>
            {words}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

type TimeZoneChoiceProps = { zone: string; action: (form: FormData) => Promise<void> }

/** The zone that times are shown in and that days begin in. */
function TimeZoneChoice({ zone, action }: TimeZoneChoiceProps) {
  const id = useId()
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES]
  return (
    <form action={action}>
      <label htmlFor={id} className="mb-1 block text-small text-ink-2">
        Time zone
      </label>
      <Select
        id={id}
        small
        key={zone}
        name="time_zone"
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
