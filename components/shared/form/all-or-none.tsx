'use client'
import type { MouseEvent } from 'react'
import { quietLink } from '#components/ui/looks.ts'

/** Ticks all boxes of a name in the same form, or none. Without script there are the boxes alone. */
export function AllOrNone({ name }: { name: string }) {
  const tick = (checked: boolean) => (event: MouseEvent<HTMLButtonElement>) => {
    const boxes = event.currentTarget.form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? []
    // A click is what forms with a state of their own listen to.
    for (const box of boxes) if (box.checked !== checked) box.click()
  }
  return (
    <p className="mb-1.5 flex gap-3 text-small noscript:hidden">
      <button type="button" className={quietLink} onClick={tick(true)}>
        Select all
      </button>
      <button type="button" className={quietLink} onClick={tick(false)}>
        Select none
      </button>
    </p>
  )
}
