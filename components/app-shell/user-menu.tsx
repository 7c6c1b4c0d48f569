import { Bell, Keyboard, LogOut, UserRound } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { lifted, menuItem } from '#components/ui/looks.ts'
import type { PreferenceName, Preferences } from '#lib/values/preferences.ts'
import { barMenu } from './looks.ts'
import { SHORTCUTS, ShortcutSheet } from './shortcut-sheet.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'

type UserMenuProps = {
  name: string
  email: string
  role: string
  merchant: string
  preferences: Preferences
  choosePreference: (form: FormData) => Promise<void>
  signOut: () => Promise<void>
}

/** The signed-in person, display preferences, and sign-out. A native popover: no script is needed. */
export function UserMenu({
  name,
  email,
  role,
  merchant,
  preferences,
  choosePreference,
  signOut,
}: UserMenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        title={email}
        className="grid size-[28px] flex-none place-items-center rounded-full bg-accent-tint text-[0.6875rem] font-[650] text-accent"
      >
        <span aria-hidden="true">{initials(name)}</span>
        <span className="sr-only">{name}, account and display</span>
      </button>
      <div id="user-menu" popover="auto" className={`${lifted} ${barMenu}`}>
        <div className="px-2.5 pt-1.5 pb-2.5">
          <p className="font-[580]">{name}</p>
          <p className="text-small text-ink-2 wrap-anywhere">{email}</p>
          <p className="text-small text-ink-3">
            {role} of {merchant}
          </p>
        </div>
        <div className="grid gap-3 border-t border-line px-2.5 py-3">
          <Choice
            label="Theme"
            name="theme"
            value={preferences.theme}
            action={choosePreference}
            options={{ system: 'Auto', light: 'Light', dark: 'Dark', contrast: 'Contrast' }}
          />
          <Choice
            label="Row density"
            name="density"
            value={preferences.density}
            action={choosePreference}
            options={{ comfortable: 'Comfortable', compact: 'Compact' }}
          />
          <Choice
            label="Number format"
            name="grouping"
            value={preferences.grouping}
            action={choosePreference}
            options={{ indian: '12,34,567', western: '1,234,567' }}
          />
          <Choice
            label="Single-key shortcuts"
            name="shortcuts"
            value={preferences.shortcuts}
            action={choosePreference}
            options={{ on: 'On', off: 'Off' }}
          />
          <TimeZoneChoice zone={preferences.time_zone} action={choosePreference} />
        </div>
        <div className="border-t border-line py-1.5">
          <Link href="/settings/account" className={menuItem}>
            <UserRound aria-hidden="true" /> Your account
          </Link>
          <Link href="/settings/notifications" className={menuItem}>
            <Bell aria-hidden="true" /> Notifications
          </Link>
          <button type="button" popoverTarget={SHORTCUTS} className={menuItem}>
            <Keyboard aria-hidden="true" /> Keyboard shortcuts
          </button>
        </div>
        <form action={signOut} className="border-t border-line pt-1.5">
          <button type="submit" className={menuItem}>
            <LogOut aria-hidden="true" /> Sign out
          </button>
        </form>
      </div>
      <ShortcutSheet singleKeys={preferences.shortcuts === 'on'} />
    </>
  )
}

type ChoiceProps = {
  label: string
  name: PreferenceName
  value: string
  options: Record<string, string>
  action: (form: FormData) => Promise<void>
}

function Choice({ label, name, value, options, action }: ChoiceProps) {
  return (
    <form action={action}>
      <input type="hidden" name="name" value={name} />
      <fieldset>
        <legend className="mb-1 text-small text-ink-2">{label}</legend>
        <div className="grid auto-cols-[1fr] grid-flow-col gap-[2px] rounded-control border border-line-strong bg-sunken p-[2px]">
          {Object.entries(options).map(([option, words]) => (
            <button
              key={option}
              type="submit"
              name="value"
              value={option}
              aria-pressed={option === value}
              className="choice"
            >
              {words}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('')
}
