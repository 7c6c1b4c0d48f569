import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Notice } from '#components/ui/notice.tsx'

export function LinkOnce({
  title,
  label,
  link,
  children,
}: {
  title: string
  label: string
  link: string
  children: ReactNode
}) {
  return (
    <div className="grid max-w-130 gap-5">
      <Notice tone="wait" role="status" title={title}>
        {children}
      </Notice>
      <div>
        <p className="mb-1 text-table font-[540]">{label}</p>
        <p className="rounded-control border border-line bg-sunken p-3 wrap-anywhere">
          <code className="mono">{link}</code>
        </p>
        <p className="mt-2">
          <CopyButton value={link}>Copy link</CopyButton>
        </p>
      </div>
    </div>
  )
}
