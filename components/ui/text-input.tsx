import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { inputLook } from './looks.ts'

type TextInputProps = ComponentProps<'input'> & {
  /** Figures that line up: amounts, card numbers, dates. */
  figures?: boolean
  /** Monospaced: ids, keys, references. */
  mono?: boolean
  small?: boolean
  /** A symbol inside the left edge. */
  before?: ReactNode
  /** A button or a note inside the right edge. */
  after?: ReactNode
}

export function TextInput({ figures, mono, small, before, after, className, ...rest }: TextInputProps) {
  const size = small ? 'small' : 'default'
  const classes = inputLook(size, figures && 'num', mono && 'mono', className)
  if (!before && !after) return <input type="text" className={classes} {...rest} />
  return (
    <span className="relative block">
      {before && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-8 place-items-center text-ink-3">
          {before}
        </span>
      )}
      <input
        type="text"
        className={classNames(classes, Boolean(before) && 'pl-8', Boolean(after) && 'pr-11')}
        {...rest}
      />
      {after && (
        <span className="absolute inset-y-0 right-0 grid place-items-center pr-1.5 text-small text-ink-3">
          {after}
        </span>
      )}
    </span>
  )
}
