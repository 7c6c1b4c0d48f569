/** The form that asks for a one-time password: what was typed, and what was wrong with it. */
export type RequestCodeState = {
  contact: string
  /** About the number. */
  error: string | null
  /** About no input. */
  title: string | null
  key: string
}

/** The form that pays from an open wallet. */
export type OpenState = {
  amount: string
  /** About the amount. */
  error: string | null
  title: string | null
  note: string | null
  key: string
}
