import { Menu, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Mark } from '#components/app-shell/mark.tsx'
import { iconButton } from '#components/ui/looks.ts'
import { DocsNav, type NavProps } from './docs-nav.tsx'

type DocsFrameProps = NavProps & { signedIn: boolean; query: string; children: ReactNode }

/** What stands around every page of the documentation. Its links are plain: every page works without script. */
export function DocsFrame({ signedIn, query, children, ...nav }: DocsFrameProps) {
  return (
    <div className="docs">
      <a href="#main" className="skip button">
        Skip to main content
      </a>
      <header className="docs-bar no-print">
        <button
          type="button"
          popoverTarget="contents"
          aria-label="Contents"
          className={`${iconButton} desk:hidden`}
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <a href="/docs" className="flex items-center gap-2.5 text-lead font-[650] tracking-[-0.015em]">
          <Mark />
          <span className="max-phone:sr-only">Counterfoil</span>
          <span className="font-normal text-ink-2 max-phone:text-table">Documentation</span>
        </a>
        <search className="ml-auto min-w-0">
          <form action="/docs/search" className="relative">
            <label htmlFor="docs-search" className="sr-only">
              Search the documentation
            </label>
            <Search
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
              className="input input-small w-60 max-w-full pl-8 max-phone:w-32"
            />
          </form>
        </search>
        <a href={signedIn ? '/' : '/login?return_to=/docs'} className="button max-phone:hidden">
          {signedIn ? 'Dashboard' : 'Sign in'}
        </a>
      </header>
      <nav id="contents" popover="auto" aria-label="Documentation contents" className="sheet">
        <DocsNav {...nav} />
        <a href={signedIn ? '/' : '/login?return_to=/docs'} className="side-link mt-4">
          {signedIn ? 'Dashboard' : 'Sign in'}
        </a>
      </nav>
      <aside className="docs-side no-print">
        <nav aria-label="Documentation">
          <DocsNav {...nav} />
        </nav>
      </aside>
      <main id="main" tabIndex={-1} className="docs-page outline-none">
        {children}
      </main>
    </div>
  )
}
