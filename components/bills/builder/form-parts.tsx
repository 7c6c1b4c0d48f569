'use client'
import { type ReactNode, useId } from 'react'
import { Controller } from 'react-hook-form'
import { taxName } from '#components/bills/draft/tax-names.ts'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { useBillForm } from './form-context.tsx'

export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Whether the prices that are typed hold the tax already. */
export function PriceKind({ country }: { country: string }) {
  const { control } = useBillForm()
  const tax = taxName(country)
  return (
    <Controller
      control={control}
      name="prices_include_tax"
      render={({ field }) => (
        <SegmentedControl
          legend="Prices"
          name={field.name}
          value={field.value ? 'with' : 'without'}
          onChange={(event) => field.onChange(event.target.value === 'with')}
          options={[
            { value: 'without', label: `Prices without ${tax}` },
            { value: 'with', label: `with ${tax}` },
          ]}
        />
      )}
    />
  )
}
