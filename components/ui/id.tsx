import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { preloadMono } from './fonts.ts'
import { Link } from './link.tsx'
import { copiedText } from './looks.ts'

type IdProps = {
  value: string
  /** Where the thing lives. With it the id is a link and copying has a button of its own. */
  href?: string
  /** Shown as "pay_Nf…8kQ", only where space forces it; the title and the copy have it whole. */
  short?: boolean
  /** Default: the id, and that a click copies it. */
  copyLabel?: string
  className?: string
}

/** An identifier: a click copies it, a click with Alt (⌥) copies the link to it. */
export function Id({ value, href, short = false, copyLabel, className }: IdProps) {
  preloadMono()
  const shown = short ? shortened(value) : <IdText value={value} />
  if (href) {
    return (
      <span className="inline-flex max-w-full items-center gap-0.5">
        <Link
          href={href}
          title={value}
          aria-label={short ? undefined : value}
          data-copy-link={`/${value}`}
          className={classNames('mono link min-w-0', className)}
        >
          {shown}
        </Link>
        <CopyButton value={value} link={`/${value}`} label={`Copy ${value}`} />
      </span>
    )
  }
  return (
    <button
      type="button"
      title={value}
      data-copy={value}
      data-copy-link={`/${value}`}
      aria-label={copyLabel ?? `${value}, copy`}
      className={classNames(copiedText, 'mono max-w-[calc(100%+10px)]', className)}
    >
      {shown}
    </button>
  )
}

const TAIL = 3

/**
 * An id that is cut in the middle where it has too little room, as "pay_Nf3kQ8…aB9", and never wraps. What is selected and
 * copied is all of it; what is around it needs a name, since its two parts are read apart.
 */
export function IdText({ value }: { value: string }) {
  return (
    <span className="id">
      <span>{value.slice(0, -TAIL)}</span>
      {value.slice(-TAIL)}
    </span>
  )
}

/** Keeps the prefix and both ends: pay_Nf3kQ81xRt0aB9 is pay_Nf…aB9. */
export function shortened(id: string): string {
  const tail = id.slice(id.indexOf('_') + 1)
  if (tail.length <= 7) return id
  return `${id.slice(0, id.length - tail.length)}${tail.slice(0, 2)}…${tail.slice(-3)}`
}
