import { Check, Copy } from '#components/ui/icons.tsx'
import { classNames } from './class-names.ts'
import { buttonLook, iconButton } from './looks.ts'

type CopyButtonProps = {
  value: string
  /** A path; a click with Alt (⌥) copies its whole address. */
  link?: string
  /** Read by screen readers and shown on hover. */
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
      className={classNames(children ? buttonLook() : iconButton, className)}
    >
      <Copy aria-hidden="true" className="size-3.5 in-data-copied:hidden" />
      <Check aria-hidden="true" className="hidden size-3.5 text-good in-data-copied:block" />
      {children}
    </button>
  )
}
