import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Mark } from '#components/app-shell/mark.tsx'

export const metadata: Metadata = {
  title: 'Verify a statement',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'same-origin',
}

/** For the holder of a printed statement: no sign-in and no links elsewhere. */
export default function StatementLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex-1 px-4 pt-12 pb-8 max-phone:px-3 max-phone:pt-5">{children}</main>
      <footer className="print:hidden flex items-center justify-center gap-1.5 px-4 pb-6 text-small text-ink-3">
        <Mark className="size-4" /> Statements by Counterfoil
      </footer>
    </div>
  )
}
