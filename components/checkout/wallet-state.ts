/** The form that requests a one-time password: its input, and its errors. */
export type RequestCodeState = {
  contact: string
  /** About the number. */
  error: string | null
  /** About no input. */
  title: string | null
  key: string
}

export type OpenState = {
  amount: string
  /** About the amount. */
  error: string | null
  title: string | null
  note: string | null
  key: string
}
