'use client'
import { type ReactNode, useCallback } from 'react'
import { OpenPages } from '#components/ui/open-pages.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { lackedFor } from './page-permissions.ts'

/** Tells the links of the dashboard which pages the person may open. */
export function OpenPagesProvider({ pending, children }: { pending: Permission[]; children: ReactNode }) {
  const mayOpen = useCallback((path: string) => lackedFor(path, pending) === undefined, [pending])
  return <OpenPages value={mayOpen}>{children}</OpenPages>
}
