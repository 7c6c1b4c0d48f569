'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, useId, useState, useTransition } from 'react'
import { navGroup, navLink } from './looks.ts'
import { NAV_GROUPS } from './nav-groups.ts'
import { NAV_ICONS } from './nav-icons.tsx'

type NavLinksProps = {
  /** The nouns that the role may open, by their address. */
  allowed: string[]
  /** How much waits behind a noun, by its address. */
  waiting?: Record<string, number>
}

/**
 * The nouns that the person may open, with the one that is open marked. Plain links, since each of Next's has a state of
 * its own. One is prefetched when it is pointed at or focused.
 */
export function NavLinks({ allowed, waiting = {} }: NavLinksProps) {
  const path = usePathname()
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const [followed, setFollowed] = useState('')
  const prefix = useId()
  const groups = NAV_GROUPS.map((group) => ({
    ...group,
    nouns: group.nouns.filter(({ href }) => allowed.includes(href)),
  })).filter(({ nouns }) => nouns.length > 0)

  function follow(event: MouseEvent, href: string) {
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    setFollowed(href)
    startTransition(() => router.push(href))
  }

  return groups.map((group) => (
    <div key={group.label ?? ''} className="grid gap-px">
      {group.label && (
        <p id={`${prefix}${group.label}`} className={navGroup}>
          {group.label}
        </p>
      )}
      <ul className="grid gap-px" aria-labelledby={group.label && `${prefix}${group.label}`}>
        {group.nouns.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className={navLink}
              aria-current={isOpen(path, href) ? 'page' : undefined}
              title={label}
              onClick={(event) => follow(event, href)}
              onPointerEnter={() => router.prefetch(href)}
              onFocus={() => router.prefetch(href)}
            >
              {NAV_ICONS[href]}
              <span>{label}</span>
              {/* While its page loads, if that takes noticeable time. */}
              {isPending && followed === href && <i aria-hidden="true" data-pending="" />}
              {(waiting[href] ?? 0) > 0 && (
                <b className="num">
                  {waiting[href]}
                  <span className="sr-only"> waiting</span>
                </b>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}

function isOpen(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
