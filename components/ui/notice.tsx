import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '#components/ui/icons.tsx'

const ICONS = { wait: TriangleAlert, bad: CircleAlert, good: CircleCheck, plain: Info }

const TONES = {
  wait: 'border-l-wait bg-wait-tint [&>svg]:text-wait',
  bad: 'border-l-bad bg-bad-tint [&>svg]:text-bad',
  good: 'border-l-good bg-good-tint [&>svg]:text-good',
  plain: 'border-l-ink-3 bg-plain-tint',
}

type NoticeProps = {
  tone?: keyof typeof ICONS
  title?: ReactNode
  /** `alert` is said at once by screen readers, `status` when there is a pause. */
  role?: 'alert' | 'status'
  children?: ReactNode
}

/** A few words that must be seen before going on. */
export function Notice({ tone = 'plain', title, role, children }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div
      role={role}
      data-notice={tone}
      className={`flex gap-2.5 rounded-control border border-l-3 border-line px-3 py-2 text-[0.8125rem] wrap-anywhere ${TONES[tone]}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <div className="min-w-0 [&_button]:whitespace-normal">
        {title && <p className="font-[580]">{title}</p>}
        {children}
      </div>
    </div>
  )
}
