/** The message when no response came. */
export const CONNECTION_LOST = 'Connection lost. Check it and try again.'

/** The same for a payment: the key of the form makes the next attempt safe. */
export const PAYMENT_CONNECTION_LOST = {
  title: 'Connection lost',
  note: "Check it and try again. You won't be charged twice. If it happens again, reload the page.",
}
