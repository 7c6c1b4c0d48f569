import { type RefObject, use, useEffect, useRef } from 'react'
import { type FieldTexts, fieldTexts } from '#lib/values/form.ts'
import { ConfirmationContext } from './confirmation.tsx'

type Draft = { person: string; session: string; values: FieldTexts }

const SAVED_AFTER = 300

/**
 * Keeps what is typed into a form in this tab, without secrets, until the form is sent or left. It comes back when the same
 * person has signed in again, or has reloaded the page; a form that is closed and opened again starts again.
 * @param fields the names of the fields, which tell the forms of a page apart
 */
export function useFormDraft(
  box: RefObject<HTMLFormElement | null>,
  fields: readonly string[],
  restore: (values: FieldTexts) => void,
): { note: () => void; drop: () => void } {
  const { signedIn } = use(ConfirmationContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef('')
  const names = fields.join()

  function save() {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!signedIn || !box.current) return
    const { person, session } = signedIn
    const hidden = [...box.current.querySelectorAll<HTMLInputElement>('[type=password], [data-secret]')]
    const values = fieldTexts(new FormData(box.current))
    for (const { name } of hidden) delete values[name]
    write(place.current, { person, session, values })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft comes back once, to the form that has just been opened
  useEffect(() => {
    if (!signedIn) return
    place.current = `counterfoil-form ${signedIn.account} ${location.pathname} ${names}`
    const draft = read(place.current)
    write(place.current, null)
    const isBack = draft?.session !== signedIn.session || wasReloaded()
    if (draft?.person === signedIn.person && isBack) restore(draft.values)
    // Input since the last save counts, too.
    const leave = () => {
      if (timer.current !== undefined) save()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      // The sign-in page takes the place of the form.
      if (location.pathname.startsWith('/login')) return leave()
      clearTimeout(timer.current)
      write(place.current, null)
    }
  }, [])

  return {
    note: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(save, SAVED_AFTER)
    },
    drop: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      write(place.current, null)
    },
  }
}

/** Whether the form is on a page that has just been loaded again, and not one that was opened on it later. */
function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' && new URL(entry.name).pathname === location.pathname
}

function read(place: string): Draft | null {
  try {
    const text = sessionStorage.getItem(place)
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

/** A browser that keeps nothing still sends forms. */
function write(place: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(draft))
  } catch {
    return
  }
}
