import type { ChangeEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { segment, segments } from './looks.ts'

type SegmentedControlProps = {
  /** Read by screen readers; shown when `showLegend`. */
  legend: string
  showLegend?: boolean
  name: string
  options: { value: string; label: ReactNode; disabled?: boolean }[]
  defaultValue?: string
  value?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  className?: string
}

/** One of a few, all in sight: radio buttons in a row, with the arrow keys that radio buttons have. */
export function SegmentedControl({
  legend,
  showLegend,
  name,
  options,
  defaultValue,
  value,
  onChange,
  className,
}: SegmentedControlProps) {
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className={showLegend ? 'mb-1 text-table font-[540]' : 'sr-only'}>{legend}</legend>
      <div className={segments} data-segments="">
        {options.map((option) => (
          <label key={option.value} className={segment}>
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              {...(onChange ? { onChange } : {})}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
