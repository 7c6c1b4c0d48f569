'use client'
import { FileArchive } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { checkbox, lifted } from '#components/ui/looks.ts'
import { sizeText } from '#lib/values/size-text.ts'

/** Ticks every row of the page, or none. Without script there is none of it. */
export function TickAll() {
  const scripted = useSyncExternalStore(never, inBrowser, onServer)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = box.current?.form
    if (!scripted || !form) return
    const follow = () => {
      const boxes = boxesOf(form)
      const ticked = boxes.filter((one) => one.checked).length
      if (!box.current) return
      box.current.checked = ticked > 0 && ticked === boxes.length
      box.current.indeterminate = ticked > 0 && ticked < boxes.length
    }
    const afterReset = () => setTimeout(follow)
    form.addEventListener('change', follow)
    form.addEventListener('reset', afterReset)
    return () => {
      form.removeEventListener('change', follow)
      form.removeEventListener('reset', afterReset)
    }
  }, [scripted])

  function tickAll(event: ChangeEvent<HTMLInputElement>) {
    const { form, checked } = event.currentTarget
    if (form) for (const one of boxesOf(form)) one.checked = checked
  }
  if (!scripted) return <span className="size-4" />
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all on this page"
      className={checkbox}
      onChange={tickAll}
    />
  )
}

/** The actions on ticked rows. Shown while there are any, with script and without. */
export function TickedBar({ sizes, may }: { sizes: Record<string, number>; may: boolean }) {
  const bar = useRef<HTMLDivElement>(null)
  const [ticked, setTicked] = useState<string[]>([])
  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    const follow = () =>
      setTicked(
        boxesOf(form)
          .filter((one) => one.checked)
          .map((one) => one.value),
      )
    const afterReset = () => setTimeout(follow)
    follow()
    // After TickAll has ticked the others.
    form.addEventListener('change', afterReset)
    form.addEventListener('reset', afterReset)
    return () => {
      form.removeEventListener('change', afterReset)
      form.removeEventListener('reset', afterReset)
    }
  }, [])
  const bytes = ticked.reduce((sum, id) => sum + (sizes[id] ?? 0), 0)
  return (
    <div
      ref={bar}
      className={`${lifted} sticky bottom-[12px] z-5 mx-auto mt-[12px] hidden w-fit max-w-full flex-wrap items-center gap-x-[12px] gap-y-[8px] px-[12px] py-[8px] in-[form:has(input[name=ids]:checked)]:flex print:hidden`}
    >
      <span role="status" className="num text-table">
        {ticked.length > 0 && `${ticked.length} selected · ${sizeText(bytes)}`}
      </span>
      <Permitted allowed={may} permission="exports:read" label="Download as zip">
        <Button type="submit" variant="primary">
          <FileArchive aria-hidden="true" /> Download as zip
        </Button>
      </Permitted>
      <Button type="reset" variant="quiet">
        Clear
      </Button>
    </div>
  )
}

function boxesOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[name="ids"]')]
}

const never = () => () => undefined
const inBrowser = () => true
const onServer = () => false
