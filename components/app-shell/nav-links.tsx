'use client'
import {
  BookOpen,
  CalendarClock,
  CircleCheckBig,
  Files,
  House,
  KeyRound,
  Landmark,
  Mail,
  Plug,
  ReceiptIndianRupee,
  ReceiptText,
  Scale,
  ScrollText,
  Store,
  Undo2,
  Users,
  Wallet,
  WalletCards,
  Webhook,
} from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { navGroup, navLink, sheetLink } from './looks.ts'

type Noun = { href: string; label: string; icon: ComponentType }
type Group = { label?: string; nouns: Noun[] }

/** The nouns, in groups. A noun is listed when its pages exist. */
const GROUPS: Group[] = [
  {
    nouns: [
      { href: '/', label: 'Overview', icon: House },
      { href: '/payments', label: 'Payments', icon: Wallet },
      { href: '/orders', label: 'Orders', icon: ReceiptText },
      { href: '/refunds', label: 'Refunds', icon: Undo2 },
      { href: '/customers', label: 'Customers', icon: Users },
      { href: '/wallets', label: 'Wallets', icon: WalletCards },
      { href: '/payouts', label: 'Payouts', icon: Landmark },
      { href: '/documents', label: 'Documents', icon: Files },
      { href: '/bills', label: 'Bills', icon: ReceiptIndianRupee },
      { href: '/approvals', label: 'Approvals', icon: CircleCheckBig },
      { href: '/outbox', label: 'Outbox', icon: Mail },
    ],
  },
  {
    label: 'Developers',
    nouns: [
      { href: '/api-keys', label: 'API keys', icon: KeyRound },
      { href: '/webhooks', label: 'Webhooks', icon: Webhook },
      { href: '/events', label: 'Events', icon: CalendarClock },
      { href: '/logs', label: 'Logs', icon: ScrollText },
      { href: '/connected-apps', label: 'Connected apps', icon: Plug },
      { href: '/docs', label: 'Documentation', icon: BookOpen },
    ],
  },
  {
    label: 'Settings',
    nouns: [
      { href: '/settings/business', label: 'Business', icon: Store },
      { href: '/settings/approvals', label: 'Thresholds', icon: Scale },
    ],
  },
]

/** A collapsed sidebar shows the icons alone, an open one the words alone. */
const sideLink = `${navLink} min-h-[31px] gap-[10px] py-[5px] [&_svg]:hidden collapsed:min-h-[36px] collapsed:w-[40px] collapsed:justify-center collapsed:[&_svg]:block`

type NavLinksProps = {
  /** Names the popover to close once a noun is followed. */
  sheetId?: string
  /** How much waits behind a noun, by its address. */
  waiting?: Record<string, number>
}

/** The list of nouns, with the one that is open marked. */
export function NavLinks({ sheetId, waiting = {} }: NavLinksProps) {
  const path = usePathname()
  const { sidebar } = usePreferences()
  const inSide = sheetId === undefined
  return GROUPS.map((group) => (
    <div key={group.label ?? ''} className="grid gap-px">
      {group.label && <p className={classNames(navGroup, inSide && 'collapsed:sr-only')}>{group.label}</p>}
      <ul className="grid gap-px">
        {group.nouns.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <IntentLink
              href={href}
              className={inSide ? sideLink : sheetLink}
              onClick={() => close(sheetId)}
              aria-current={isOpen(path, href) ? 'page' : undefined}
              title={sidebar === 'narrow' ? label : undefined}
            >
              <Icon aria-hidden="true" />
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

function close(sheetId: string | undefined) {
  const sheet = sheetId === undefined ? null : document.getElementById(sheetId)
  if (sheet?.matches(':popover-open')) sheet.hidePopover()
}

/** A mark on the link that was followed, while its page loads, if that takes noticeable time. */
function Pending({ inSide }: { inSide: boolean }) {
  const { pending } = useLinkStatus()
  const own =
    'ml-auto size-[6px] rounded-full bg-accent opacity-0 data-pending:opacity-100 data-pending:transition-opacity data-pending:delay-160'
  const place = inSide && 'collapsed:absolute collapsed:translate-x-[14px] collapsed:-translate-y-[12px]'
  return (
    <span aria-hidden="true" className={classNames(own, place)} data-pending={pending ? '' : undefined} />
  )
}

function isOpen(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
