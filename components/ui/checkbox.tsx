import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { checkbox } from './looks.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A box with its words; the words can be pressed too. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return <Choice type="checkbox" look={checkbox} label={label} hint={hint} className={className} {...rest} />
}

const SWITCH =
  'relative h-[20px] w-[34px] flex-none appearance-none rounded-full border-[1.5px] border-edge bg-surface transition-[background-color,border-color] before:absolute before:inset-y-[2px] before:left-[2px] before:w-[13px] before:rounded-[50%] before:bg-edge before:transition-[translate,background-color] checked:border-accent checked:bg-accent checked:before:translate-x-[14px] checked:before:bg-accent-ink'

/** A setting that is on or off. */
export function Switch({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <Choice
      type="checkbox"
      role="switch"
      look={SWITCH}
      label={label}
      hint={hint}
      className={className}
      {...rest}
    />
  )
}

function Choice({
  look,
  label,
  hint,
  className,
  ...rest
}: ComponentProps<'input'> & { look: string; label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={classNames('flex items-start gap-2.5', className)}>
      <input id={id} className={look} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})} {...rest} />
      <div className="min-w-0">
        <label htmlFor={id} className="block">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-ink-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
