'use client'
import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { navGroup, navLink, sheetLink } from './looks.ts'
import { NAV_GROUPS } from './nav-groups.ts'

/** A collapsed sidebar shows the icons alone. */
const sideLink = `${navLink} nav-link-side`

type NavLinksProps = {
  /** Names the popover to close once a noun is followed. */
  sheetId?: string
  /** The nouns that the role may open, by their address. */
  allowed: string[]
  /** The icons of the nouns, by their address: drawn on the server, so that no page loads them as script. */
  icons: Record<string, ReactNode>
  /** How much waits behind a noun, by its address. */
  waiting?: Record<string, number>
}

/** The nouns that the person may open, with the one that is open marked. */
export function NavLinks({ sheetId, allowed, icons, waiting = {} }: NavLinksProps) {
  const path = usePathname()
  const { sidebar } = usePreferences()
  const inSide = sheetId === undefined
  const prefix = useId()
  const groups = NAV_GROUPS.map((group) => ({
    ...group,
    nouns: group.nouns.filter(({ href }) => allowed.includes(href)),
  })).filter(({ nouns }) => nouns.length > 0)
  return groups.map((group) => (
    <div key={group.label ?? ''} className="grid gap-px">
      {group.label && (
        <p id={`${prefix}${group.label}`} className={classNames(navGroup, inSide && 'collapsed:sr-only')}>
          {group.label}
        </p>
      )}
      <ul className="grid gap-px" aria-labelledby={group.label && `${prefix}${group.label}`}>
        {group.nouns.map(({ href, label }) => (
          <li key={href}>
            <IntentLink
              href={href}
              className={inSide ? sideLink : sheetLink}
              aria-current={isOpen(path, href) ? 'page' : undefined}
              title={sidebar === 'narrow' ? label : undefined}
            >
              {icons[href]}
              <span className={inSide ? 'collapsed:sr-only' : undefined}>{label}</span>
              <Pending inSide={inSide} />
              {(waiting[href] ?? 0) > 0 && (
                <span className="num ml-auto text-[0.75rem] font-[450] text-ink-3">
                  {waiting[href]}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </IntentLink>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** A link that prefetches once it is pointed at or focused: in view it would, too, for every noun on every page. */
function IntentLink(props: ComponentProps<typeof Link>) {
  const [isLikely, setLikely] = useState(false)
  const expect = () => setLikely(true)
  return <Link {...props} prefetch={isLikely ? null : false} onPointerEnter={expect} onFocus={expect} />
}

/** A mark on the link that was followed, while its page loads, if that takes noticeable time. */
function Pending({ inSide }: { inSide: boolean }) {
  const { pending } = useLinkStatus()
  const own = 'ml-auto size-[6px] animate-[appear_140ms_160ms_backwards] rounded-full bg-accent'
  const place = inSide && 'collapsed:absolute collapsed:translate-x-[14px] collapsed:-translate-y-[12px]'
  return pending && <span aria-hidden="true" className={classNames(own, place)} data-pending="" />
}

function isOpen(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
