import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ChevronsUpDown, Menu, PanelLeftClose, PanelLeftOpen } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { buttonLook, iconButton, lifted, menuItem } from '#components/ui/looks.ts'
import { Time } from '#components/ui/time.tsx'
import type { Preferences } from '#lib/values/preferences.ts'
import { barMenu, skipLink } from './looks.ts'
import { Mark } from './mark.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { NavLinks } from './nav-links.tsx'
import { RouteFocus } from './route-focus.tsx'
import { SearchBox } from './search-box.tsx'
import { TestBand } from './test-band.tsx'
import { UserMenu } from './user-menu.tsx'

type FrameProps = {
  user: { name: string; email: string; role: string }
  merchant: { id: string; name: string }
  merchants: { id: string; name: string }[]
  mode: 'test' | 'live'
  preferences: Preferences
  /** The pages and forms that the role may open, by their paths. */
  allowed: string[]
  /** Of live mode; null where there is none. Undefined in test mode. */
  acquirer: { id: string; name: string; sandbox: boolean } | null | undefined
  /** How much waits behind a noun, by its address. */
  waiting: Record<string, number>
  actions: {
    chooseMode: (form: FormData) => Promise<void>
    chooseMerchant: (form: FormData) => Promise<void>
    choosePreference: (form: FormData) => Promise<void>
    signOut: () => Promise<void>
  }
  children: ReactNode
}

/** The frame of every staff page: navigation at the left; merchant, mode, search and user menu above. */
export function Frame({
  user,
  merchant,
  merchants,
  mode,
  preferences,
  allowed,
  acquirer,
  waiting,
  actions,
  children,
}: FrameProps) {
  return (
    <div data-frame="" data-mode={mode} className="frame">
      <a href="#main" className={buttonLook({}, skipLink)}>
        Skip to main content
      </a>
      <a href="#rows" className={buttonLook({}, `${skipLink} skip-to-rows`)}>
        Skip to the first row
      </a>
      {mode === 'test' && <TestBand label="Mode" />}
      <nav id="nouns" popover="auto" aria-label="Main" className="side">
        <Link
          href="/"
          className="mb-3 flex items-center gap-2.5 px-2 py-0.5 text-lead font-[650] tracking-[-0.015em]"
        >
          <Mark />
          <span className="brand-name">Counterfoil</span>
        </Link>
        <div className="flex-1">
          <NavLinks allowed={allowed} waiting={waiting} />
        </div>
        <div className="in-sheet grid gap-2 px-2 pt-6">
          <p className="text-small text-ink-2">{merchant.name}</p>
          <ModeSwitch mode={mode} action={actions.chooseMode} />
        </div>
        <SidebarToggle sidebar={preferences.sidebar} action={actions.choosePreference} />
      </nav>
      <div className="min-w-0 desk:col-start-2">
        <header className="frame-bar">
          <button
            type="button"
            popoverTarget="nouns"
            aria-label="Menu"
            className={`${iconButton} min-[62rem]:hidden`}
          >
            <Menu aria-hidden="true" className="size-5" />
          </button>
          <SearchBox
            allowed={allowed}
            recentKey={`recent:${merchant.id}:${mode}`}
            mode={mode}
            chooseMode={actions.chooseMode}
            signOut={actions.signOut}
          />
          <div className="ml-auto flex min-w-0 items-center gap-3">
            <span className="max-desk:hidden">
              <ModeSwitch mode={mode} action={actions.chooseMode} />
            </span>
            <MerchantMenu merchants={merchants} current={merchant} action={actions.chooseMerchant} />
            <UserMenu
              {...user}
              merchant={merchant.name}
              preferences={preferences}
              choosePreference={actions.choosePreference}
              signOut={actions.signOut}
            />
          </div>
        </header>
        {acquirer === null && <NoAcquirerBand mayChange={allowed.includes('/settings/acquirer/new')} />}
        {acquirer?.sandbox && (
          <SandboxBand acquirer={acquirer} mayOpen={allowed.includes('/settings/acquirer')} />
        )}
        <main id="main" tabIndex={-1} className="@container/page frame-main">
          {children}
          <p className="hidden print:block mt-6 text-small">
            Printed <Time at={Math.floor(Date.now() / 1000)} form="full" /> by {user.email} · {merchant.name}
            {mode === 'test' && ', in test mode'}
          </p>
        </main>
        <RouteFocus />
      </div>
    </div>
  )
}

/** On every page of live mode, until there is a bank. */
function NoAcquirerBand({ mayChange }: { mayChange: boolean }) {
  return (
    <AcquirerBand>
      Live mode has no acquirer, so payments, refunds and payouts don't work.{' '}
      {mayChange ? (
        <Link href="/settings/acquirer" className="link">
          Set up an acquirer
        </Link>
      ) : (
        'Ask an owner or admin to set one up'
      )}
      {' · '}
      <Link href="/settings/go-live" className="link">
        Go-live checklist
      </Link>
    </AcquirerBand>
  )
}

/** On every page of live mode whose bank is a sandbox or the simulator. */
function SandboxBand({
  acquirer: { id, name },
  mayOpen,
}: {
  acquirer: { id: string; name: string }
  mayOpen: boolean
}) {
  return (
    <AcquirerBand>
      Live mode uses{' '}
      {mayOpen ? (
        <Link href={`/settings/acquirer/${id}`} className="link">
          {name}
        </Link>
      ) : (
        name
      )}
      , a sandbox: no real money moves.
    </AcquirerBand>
  )
}

function AcquirerBand({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Acquirer"
      className="border-b border-line bg-wait-tint px-[24px] py-1.5 text-small max-desk:px-[16px] print:hidden"
    >
      {children}
    </section>
  )
}

/** Collapses the sidebar to its icons, and back. */
function SidebarToggle({
  sidebar,
  action,
}: {
  sidebar: Preferences['sidebar']
  action: (form: FormData) => Promise<void>
}) {
  const narrow = sidebar === 'narrow'
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  const label = narrow ? 'Expand sidebar' : 'Collapse sidebar'
  return (
    <form action={action} className="in-sidebar">
      <button
        type="submit"
        name="sidebar"
        value={narrow ? 'wide' : 'narrow'}
        aria-label={label}
        title={label}
        className={`${iconButton} ml-1`}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </form>
  )
}

type MerchantMenuProps = {
  merchants: { id: string; name: string }[]
  current: { id: string; name: string }
  action: (form: FormData) => Promise<void>
}

/** The merchant that is looked at; a menu when the person belongs to several. */
function MerchantMenu({ merchants, current, action }: MerchantMenuProps) {
  if (merchants.length < 2) return <span className="truncate text-ink-2 max-desk:hidden">{current.name}</span>
  return (
    <>
      <Button popoverTarget="merchant-menu" variant="quiet" className="min-w-0" title="Change merchant">
        <span className="truncate max-desk:sr-only">{current.name}</span>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      <form
        id="merchant-menu"
        popover="auto"
        action={action}
        className={`${lifted} ${barMenu}`}
        aria-label="Merchant"
      >
        {merchants.map((merchant) => (
          <button
            key={merchant.id}
            type="submit"
            name="merchant_id"
            value={merchant.id}
            aria-pressed={merchant.id === current.id}
            className={menuItem}
          >
            {merchant.name}
          </button>
        ))}
      </form>
    </>
  )
}
