import type { PayMethod } from './pay-state.ts'

/** The drawings of our own in public/marks.svg: a frame for each method, with a sign or a letter in it. */
const SIGNS: Record<PayMethod, string> = { card: 'stripe', upi: '', netbanking: 'columns', wallet: 'clasp' }

/** The letters of banks and wallets that do not begin with that of their name. */
const LETTERS: Record<string, string> = { UTIB: 'A', IDFB: 'D' }

/** A quiet mark beside a name: the method, or the network, bank or wallet by its letter. */
export function MethodMark({ method, name }: { method: PayMethod; name?: string | null | undefined }) {
  const letter = name ? (LETTERS[name] ?? name.charAt(0).toUpperCase()) : SIGNS[method]
  return (
    <svg
      aria-hidden="true"
      className="inline-block size-5 flex-none fill-none stroke-current stroke-[1.4] align-[-5px] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <use href={`/marks.svg#${method}`} />
      {letter && <use href={`/marks.svg#${letter}`} data-letter="" />}
    </svg>
  )
}

type PaidBy = {
  method: PayMethod | 'emi'
  card?: { network: string } | undefined
  bank: string | null
  wallet: string | null
}

/** The mark of how a payment was made. */
export function PaymentMark({ payment }: { payment: PaidBy }) {
  const { method, card, bank, wallet } = payment
  if (method === 'emi') return <MethodMark method="card" name={card?.network} />
  const names = { card: card?.network, upi: null, netbanking: bank, wallet }
  return <MethodMark method={method} name={names[method] === 'Unknown' ? null : names[method]} />
}
