import { useState, useSyncExternalStore } from 'react'

/**
 * What stands in a form that the server drew, at the moment that the script takes it over: people on slow lines type at
 * once, and what they typed must not be replaced by what the form began with. Only then: where the script draws the
 * form itself, the one before it may still stand there under the same id.
 * @returns name to text, boxes that are ticked included, or null when nothing can have been typed
 */
export function useTypedEarly(formId: string): Record<string, string> | null {
  const takingOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [typed] = useState(() => (takingOver ? textsIn(formId) : null))
  return typed
}

const never = () => () => {}

function textsIn(formId: string): Record<string, string> | null {
  if (typeof document === 'undefined') return null
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return null
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
