'use client'
import { usePathname } from 'next/navigation'
import { Denied } from '#components/ui/denied.tsx'
import type { Permission } from '#lib/values/permissions.ts'
import { lackedFor } from './page-permissions.ts'

type DeniedHereProps = {
  role: string | undefined
  pending: Permission[]
  /** What is said of each permission that the person lacks. */
  reasons: Partial<Record<Permission, string>>
  /** The first page that the role may open. */
  home: { href: string; label: string } | undefined
}

/** The page for a missing permission: it names the permission that the path needs. */
export function DeniedHere({ role, pending, reasons, home }: DeniedHereProps) {
  const lacked = lackedFor(usePathname(), pending)
  return <Denied role={role} reason={lacked && reasons[lacked]} home={home} />
}
