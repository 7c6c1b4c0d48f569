'use client'
import { Menu as Base } from '@base-ui/react/menu'
import Link from 'next/link'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** A list of actions behind one button, with arrow keys and type-ahead. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-40 outline-none">
          <Base.Popup className="lifted menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  danger?: boolean
  /** Why it cannot be chosen now; it is then shown, reachable and inert. */
  disabledReason?: string | undefined
  children: ReactNode
}

export function MenuItem({ icon, href, onSelect, danger, disabledReason, children }: MenuItemProps) {
  const className = classNames('menu-item', danger && 'text-bad')
  if (disabledReason) {
    return (
      <Base.Item disabled className={className}>
        {icon}
        <span>
          {children}
          <span className="block text-small text-ink-3">{disabledReason}</span>
        </span>
      </Base.Item>
    )
  }
  if (href) {
    return (
      <Base.Item className={className} render={<Link href={href} />}>
        {icon}
        {children}
      </Base.Item>
    )
  }
  return (
    <Base.Item className={className} {...(onSelect ? { onClick: onSelect } : {})}>
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 border-t border-line" />
}
