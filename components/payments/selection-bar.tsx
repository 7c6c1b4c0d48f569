'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { lifted } from '#components/ui/looks.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type SelectionBarProps = {
  /** The form that the boxes of the rows belong to. */
  form: string
  action: (form: FormData) => Promise<void>
  /** The amount of each row, by its ID. */
  amounts: Record<string, number>
  currency: string
  /** The buttons, one for each thing that can be done. */
  children: ReactNode
}

/** What can be done with the selected rows, shown while there are any; CSS shows it without script, too. */
export function SelectionBar({ form, action, amounts, currency, children }: SelectionBarProps) {
  const { grouping } = usePreferences()
  const [selected, setSelected] = useState<string[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const element = document.getElementById(form)
    const follow = () =>
      setSelected(
        element instanceof HTMLFormElement ? new FormData(element).getAll('payment').map(String) : [],
      )
    follow()
    document.addEventListener('change', follow, { signal })
    element?.addEventListener('reset', () => setTimeout(follow), { signal })
    return () => stop.abort()
  }, [form])
  const total = selected.reduce((sum, id) => sum + (amounts[id] ?? 0), 0)
  return (
    <form
      id={form}
      action={action}
      aria-label="Selected payments"
      className={`${lifted} sticky bottom-[12px] z-5 mx-auto mt-[12px] hidden w-fit max-w-full flex-wrap items-center gap-x-[12px] gap-y-[8px] px-[12px] py-[8px] in-[main:has([data-select]:checked)]:flex print:hidden`}
    >
      <span role="status" className="num text-table">
        {selected.length > 0 && `${selected.length} selected · ${formatMoney(total, currency, grouping)}`}
      </span>
      {children}
    </form>
  )
}
