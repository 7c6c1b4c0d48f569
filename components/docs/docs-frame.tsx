import type { ReactNode } from 'react'
import { navLink, skipLink } from '#components/app-shell/looks.ts'
import { Mark } from '#components/app-shell/mark.tsx'
import { Menu, SearchIcon } from '#components/ui/icons.tsx'
import { buttonLook, iconButton, inputLook } from '#components/ui/looks.ts'
import { DocsNav, type NavProps } from './docs-nav.tsx'

type DocsFrameProps = NavProps & { signedIn: boolean; query: string; children: ReactNode }

/** The frame of every page of the documentation. Its links are plain: every page works without script. */
export function DocsFrame({ signedIn, query, children, ...nav }: DocsFrameProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[248px_minmax(0,1fr)] grid-rows-[auto_1fr] [--bar:52px] [--side-top:var(--bar)] max-desk:grid-cols-[minmax(0,1fr)] print:block">
      <a href="#main" className={buttonLook({}, skipLink)}>
        Skip to main content
      </a>
      <header className="sticky top-0 z-20 col-span-full flex h-(--bar) items-center gap-[12px] border-b border-line bg-paper px-[24px] max-desk:px-[16px] print:hidden">
        <button
          type="button"
          popoverTarget="contents"
          aria-label="Contents"
          className={`${iconButton} desk:hidden`}
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <a
          href="/docs"
          className="flex min-h-6 items-center gap-2.5 text-lead font-[650] tracking-[-0.015em]"
        >
          <Mark />
          <span className="max-phone:sr-only">Counterfoil</span>
          <span className="font-normal text-ink-2 max-phone:text-table">Documentation</span>
        </a>
        <search className="ml-auto min-w-0">
          <form action="/docs/search" className="relative">
            <label htmlFor="docs-search" className="sr-only">
              Search the documentation
            </label>
            <SearchIcon
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
            />
            <input
              id="docs-search"
              type="search"
              name="q"
              defaultValue={query}
              placeholder="Search"
              maxLength={100}
              className={inputLook('small', 'w-60 max-w-full pl-8 max-phone:w-32')}
            />
          </form>
        </search>
        <a href={signedIn ? '/' : '/login?return_to=/docs'} className={buttonLook({}, 'max-phone:hidden')}>
          {signedIn ? 'Dashboard' : 'Sign in'}
        </a>
      </header>
      <nav id="contents" popover="auto" aria-label="Documentation" className="side">
        <DocsNav {...nav} />
        <a href={signedIn ? '/' : '/login?return_to=/docs'} className={`in-sheet ${navLink} mt-4`}>
          {signedIn ? 'Dashboard' : 'Sign in'}
        </a>
      </nav>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-[1180px] desk:col-start-2 px-[32px] pt-[24px] pb-[64px] outline-none max-desk:px-[16px] max-desk:pt-[16px] max-desk:pb-[48px] print:max-w-none print:p-0"
      >
        {children}
      </main>
    </div>
  )
}
