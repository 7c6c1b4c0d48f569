import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const ICONS = { wait: TriangleAlert, bad: CircleAlert, good: CircleCheck, plain: Info }

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
    <div role={role} className="notice" data-tone={tone}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <div className="min-w-0">
        {title && <p className="font-[580]">{title}</p>}
        {children}
      </div>
    </div>
  )
}
