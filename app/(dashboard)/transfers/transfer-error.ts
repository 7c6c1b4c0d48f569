import { roomOf } from '#components/transfers/transfer-summary.tsx'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { getWalletDetails } from '#lib/domain/wallets/fetch.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import type { FormProblem, FormReader } from '#lib/values/form.ts'

type About = { customer: string; left?: number }

/** An error of a transfer as people read it: in rupees, with what the balance or the wallet has room for. */
export async function transferError(
  problem: FormProblem,
  form: FormReader,
  about: About,
): Promise<FormProblem> {
  const description = await amountProblem(problem.reason, form, about)
  return description === null ? problem : { ...problem, field: 'amount', description }
}

async function amountProblem(reason: string, form: FormReader, { customer, left }: About) {
  if (reason === 'transfer_amount_too_large' && left !== undefined)
    return `Up to ${form.money(left)} of this payment can be transferred.`
  if (reason === 'insufficient_balance') {
    const balance = await tryRead(fetchBalance, {})
    const available = balance.ok ? ` Available: ${form.money(balance.value.balance)}.` : ''
    return `Insufficient account balance.${available}`
  }
  if (reason === 'wallet_limit_exceeded') {
    const wallet = await tryRead(getWalletDetails, { id: customer })
    const room = wallet.ok ? ` Available limit: ${form.money(roomOf(wallet.value))}.` : ''
    return `This would exceed the wallet's balance or monthly limit.${room}`
  }
  return null
}
