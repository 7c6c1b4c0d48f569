'use client'
import { useLookup } from '#components/shared/queries.ts'

/** What is known of a number and an e-mail that are being typed. */
export type ContactHint = {
  contact: {
    /** As it would be kept: E.164 where a plan knows it. */
    kept: string
    /** As people read it. */
    text: string
    country: string | null
    /** Whether it can hold a wallet. */
    wallet: boolean
  } | null
  /** Other customers who have the one or the other. */
  similar: { id: string; words: string; email: string | null; contact: string | null }[]
}

type Asked = { contact: string; email: string; except?: string | undefined }

/** The hint for what stands in the fields; null until it has arrived, and while something else is being typed. */
export function useContactHint({ contact, email, except }: Asked): ContactHint | null {
  const query = queryOf({ contact, email, except })
  return useLookup<ContactHint>(query === null ? null : `/customers/contact-hint?${query}`) ?? null
}

function queryOf({ contact, email, except }: Asked): string | null {
  const digits = contact.replace(/\D/g, '').length
  const asked = {
    ...(digits >= 8 && digits <= 15 ? { contact: contact.trim() } : {}),
    ...(email.includes('@') ? { email: email.trim().slice(0, 64) } : {}),
  }
  if (Object.keys(asked).length === 0) return null
  return new URLSearchParams({ ...asked, ...(except ? { except } : {}) }).toString()
}
