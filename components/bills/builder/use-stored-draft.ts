'use client'
import { useEffect, useRef, useState } from 'react'
import { type BillDraft, blankDraft } from '#components/bills/draft/draft.ts'
import { randomText } from '#lib/values/random-text.ts'
import type { BillFormControl } from './form-context.tsx'

type Stored = { draft: BillDraft; idempotency_key: string }

/**
 * Keeps the input in this tab until the bill is issued, with the idempotency key of this opening of the form: a
 * reload loses nothing and, after a lost response, issues nothing twice.
 */
export function useStoredDraft(form: BillFormControl, place: string) {
  const key = useRef('')
  const [resumed, setResumed] = useState(false)
  const ended = useRef(false)

  useEffect(() => {
    const stored = read(place)
    key.current = stored?.idempotency_key ?? randomText(32)
    if (stored) {
      form.reset({ ...blankDraft(), ...stored.draft }, { keepDefaultValues: true })
      setResumed(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      if (!ended.current) write(place, { draft: form.getValues(), idempotency_key: key.current })
    }
    const subscription = form.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(save, 200)
    })
    // Input since the last save counts, too.
    const leave = () => {
      if (timer !== undefined) save()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
      window.removeEventListener('pagehide', leave)
    }
  }, [form, place])

  return {
    key,
    resumed,
    /** The next attempt gets another key: an error is stored under its key. */
    renewKey: () => {
      key.current = randomText(32)
    },
    /** The bill is issued: the next one starts from the beginning. */
    end: () => {
      ended.current = true
      write(place, null)
    },
    startOver: (draft: BillDraft) => {
      form.reset(draft)
      write(place, null)
      setResumed(false)
    },
  }
}

function read(place: string): Stored | null {
  try {
    const text = sessionStorage.getItem(place)
    return text === null ? null : (JSON.parse(text) as Stored)
  } catch {
    return null
  }
}

/** A browser that keeps nothing still issues bills. */
function write(place: string, stored: Stored | null): void {
  try {
    if (stored === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(stored))
  } catch {
    return
  }
}
