'use client'
import { useLookup } from '#components/shared/queries.ts'

/** The known facts about a number and an e-mail during typing. */
export type ContactHint = {
  contact: {
    /** In stored form: E.164 where a plan knows it. */
    stored: string
    /** In display form. */
    text: string
    country: string | null
    /** Whether it can hold a wallet. */
    wallet: boolean
  } | null
  /** Other customers who have the one or the other. */
  similar: { id: string; words: string; email: string | null; contact: string | null }[]
}

type Requested = { contact: string; email: string; except?: string | undefined }

/** The hint for the current input; null until it has arrived, and while the input changes. */
export function useContactHint({ contact, email, except }: Requested): ContactHint | null {
  const query = queryOf({ contact, email, except })
  return useLookup<ContactHint>(query === null ? null : `/customers/contact-hint?${query}`) ?? null
}

function queryOf({ contact, email, except }: Requested): string | null {
  const digits = contact.replace(/\D/g, '').length
  const request = {
    ...(digits >= 8 && digits <= 15 ? { contact: contact.trim() } : {}),
    ...(email.includes('@') ? { email: email.trim().slice(0, 64) } : {}),
  }
  if (Object.keys(request).length === 0) return null
  return new URLSearchParams({ ...request, ...(except ? { except } : {}) }).toString()
}
