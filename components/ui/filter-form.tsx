'use client'
import { type ReactNode, useEffect, useRef } from 'react'

/** The form of a filter bar: leaves blanks out of the URL, and closes its panels as menus close. */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    form.current?.addEventListener('formdata', leaveOutBlanks, { signal })
    document.addEventListener('pointerdown', (event) => closePanels(form.current, event.target as Node), {
      signal,
    })
    document.addEventListener('keydown', (event) => event.key === 'Escape' && closeByKey(form.current), {
      signal,
    })
    return () => stop.abort()
  }, [])
  return (
    <form
      ref={form}
      data-list-control="filters"
      action={action}
      onSubmit={() => closeByKey(form.current)}
      className="print:hidden relative flex min-w-[min(22rem,100%)] flex-1 flex-wrap items-center gap-1.5 @max-[52rem]/page:contents"
    >
      {children}
    </form>
  )
}

function leaveOutBlanks(event: FormDataEvent) {
  for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name)
}

function closePanels(form: HTMLFormElement | null, except: Node | null) {
  for (const panel of form?.querySelectorAll<HTMLDetailsElement>('details.filter[open]') ?? []) {
    if (!panel.contains(except)) panel.open = false
  }
}

function closeByKey(form: HTMLFormElement | null) {
  const open = form?.querySelector<HTMLDetailsElement>('details.filter[open]')
  if (!open) return
  open.open = false
  open.querySelector('summary')?.focus()
}
