'use client'
import { usePathname } from 'next/navigation'
import { Denied } from '#components/ui/denied.tsx'
import { nounOf } from './nav-groups.ts'

type DeniedHereProps = {
  role: string | undefined
  /** Why the role may not open a noun, by its address. */
  reasons: Record<string, string>
  /** The first page that the role may open. */
  home: { href: string; label: string } | undefined
}

/** The page for a missing permission: it names the permission of the noun that the path belongs to. */
export function DeniedHere({ role, reasons, home }: DeniedHereProps) {
  const noun = nounOf(usePathname())
  return <Denied role={role} reason={noun && reasons[noun.href]} home={home} />
}
