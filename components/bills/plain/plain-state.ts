import type { Problem } from '#components/bills/draft/build.ts'

/** What the plain form is drawn from: what was typed, what is wrong, and what it comes to once it adds up. */
export type PlainBillState = {
  values: Record<string, string>
  idempotency_key: string
  problems: Problem[]
  sums: { net: number; tax: number; gross: number; discount: number; round_off: number } | null
}
