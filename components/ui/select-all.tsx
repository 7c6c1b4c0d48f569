'use client'
import { useEffect, useRef } from 'react'
import { checkbox } from './looks.ts'
import { onSelection, rowBoxes, SELECTION } from './selection.ts'

/** Selects every row of the page, or none. Without script there is only its room. */
export function SelectAll() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const follow = () => {
      const boxes = rowBoxes()
      const selected = boxes.filter((one) => one.checked).length
      if (!box.current) return
      box.current.checked = selected > 0 && selected === boxes.length
      box.current.indeterminate = selected > 0 && selected < boxes.length
    }
    follow()
    return onSelection(follow)
  }, [])
  return (
    <input
      ref={box}
      type="checkbox"
      form={SELECTION}
      aria-label="Select all on this page"
      className={`${checkbox} noscript:invisible`}
      onChange={({ currentTarget: { checked } }) => {
        for (const one of rowBoxes()) one.checked = checked
      }}
    />
  )
}
