import { Bell, Keyboard, LogOut, UserRound } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { lifted, menuItem } from '#components/ui/looks.ts'
import type { Preferences } from '#lib/values/preferences.ts'
import { DisplayChoices } from './display-choices.tsx'
import { barMenu } from './looks.ts'
import { SHORTCUTS, ShortcutSheet } from './shortcut-sheet.tsx'

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
          <DisplayChoices preferences={preferences} action={choosePreference} />
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

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('')
}
