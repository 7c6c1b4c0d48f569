'use client'
import { createContext, type ReactNode } from 'react'
import type { PasskeyActions } from '#components/passkeys/confirm-with-passkey.tsx'

/** Whose the session is, whether it is confirmed, and what the person can confirm with beside the password. */
type Confirmation = {
  /** The person, the account, and a mark that another session does not have; null for a stranger. */
  signedIn: { person: string; account: string; session: string } | null
  /** In Unix seconds; null where it is not confirmed. */
  until: number | null
  hasCode: boolean
  /** Whether the page is of live mode, where what moves money asks for it. */
  live: boolean
  /** The actions that confirm with a passkey; null for a person without one. */
  passkey: PasskeyActions | null
}

export const ConfirmationContext = createContext<Confirmation>({
  signedIn: null,
  until: null,
  hasCode: false,
  live: false,
  passkey: null,
})

/** Put around the pages by the layout of the dashboard, for the password fields of their forms. */
export function ConfirmationProvider({ value, children }: { value: Confirmation; children: ReactNode }) {
  return <ConfirmationContext value={value}>{children}</ConfirmationContext>
}
