import { z } from 'zod'
import { passwordsOf } from '#lib/domain/mails/secrets.ts'
import { newestCode, OfPayer } from '#lib/domain/wallets/code.ts'
import { assertWalletsAvailable, standingOf, TRIES } from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The second step of a payment from a wallet on the checkout page: the OTP proves the owner of the wallet. */
export const proveWallet = defineOperation({
  name: 'prove_wallet',
  title: 'Prove a wallet',
  summary:
    'Takes the one-time password of a wallet; a right one opens the wallet to this browser for one payment.',
  permission: 'payments:create',
  http: null,
  effect: 'steps',
  input: z.strictObject({ ...OfPayer, otp: z.string().max(20) }),
  output: z.object({ order_id: z.string() }),
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const left = await context.transaction((inner) => takeTry(inner, input))
    if (left === 'right') return { order_id: input.order_id }
    const metadata = { order_id: input.order_id }
    if (left === 0) throw refused('otp_expired', 'No attempts left. Request a new OTP.', { metadata })
    const tries = left === 1 ? '1 attempt' : `${left} attempts`
    throw refused('incorrect_otp', `Incorrect OTP. ${tries} left.`, {
      field: 'otp',
      metadata: { ...metadata, tries_left: String(left) },
    })
  },
})

type Requested = { order_id: string; browser: string; otp: string }

/** The attempt is counted before it is checked, so that concurrent ones cannot exceed the limit of five. */
async function takeTry(context: Context, request: Requested): Promise<'right' | number> {
  const code = await newestCode(context, request)
  if (code === null || standingOf(code, context.now).step !== 'code') throw refused('otp_expired')
  const [counted] = await context.rows<{ tries: number }>(
    `UPDATE wallet_codes SET tries = tries + 1
     WHERE account_id = $1 AND id = $2 AND tries < $3 AND proven_at IS NULL RETURNING tries`,
    [context.account.id, code.id, TRIES],
  )
  if (!counted) throw refused('otp_expired')
  const entered = request.otp.replace(/\D/g, '')
  const right = passwordsOf(context, code.id).some((password) => same(context, entered, password))
  if (right) {
    await context.tables.wallet_codes.update({
      where: { account_id_id: { account_id: context.account.id, id: code.id } },
      data: { proven_at: context.now },
    })
  }
  context.about(request.order_id)
  context.note({ right })
  return right ? 'right' : TRIES - counted.tries
}

/** Compares digests, so that the duration reveals nothing about either. */
function same({ vault }: Context, given: string, wanted: string): boolean {
  return Buffer.from(vault.digest(given)).equals(vault.digest(wanted))
}
