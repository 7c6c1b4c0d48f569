import { Check, Copy } from 'lucide-react'
import { classNames } from './class-names.ts'

type CopyButtonProps = {
  value: string
  /** A path; a click with Alt (⌥) copies its whole address. */
  link?: string
  /** Said by screen readers and shown on hover. */
  label?: string
  /** A word beside the icon. */
  children?: string
  /** -1 in a card that only a pointer can reach. */
  tabIndex?: number
  className?: string
}

/** Copies a text. The one listener of the page (listeners.tsx) does the work and says "Copied". */
export function CopyButton({ value, link, label = 'Copy', children, tabIndex, className }: CopyButtonProps) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-copy={value}
      data-copy-link={link}
      title={children ? undefined : label}
      aria-label={children ? undefined : label}
      className={classNames(children ? 'button' : 'copy', className)}
    >
      <Copy aria-hidden="true" className="copy-idle size-3.5" />
      <Check aria-hidden="true" className="copy-done size-3.5" />
      {children}
    </button>
  )
}
