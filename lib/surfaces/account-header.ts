import { type AppError, refused } from '#lib/pipeline/errors.ts'
import type { Account } from '#lib/pipeline/operation.ts'
import type { PlainRequest } from '#lib/plain-request.ts'

/** The header by which clients of the API name an account to act for. */
const ACCOUNT_HEADER = 'x-razorpay-account'

/**
 * A request acts in the account of its credentials. One that names another account must not be done there instead.
 * @returns the error, or null where no account is named, or the caller's own by its id or that of its merchant
 */
export function accountMismatch(request: PlainRequest, account: Account): AppError | null {
  const named = request.headers.get(ACCOUNT_HEADER)?.trim() ?? ''
  return named === '' || named === account.id || named === account.merchant_id
    ? null
    : refused('account_mismatch')
}

/** Names the account of the address as the header does. A header that names yet another one is rejected with it. */
export function nameAccount({ headers }: Request, account: string): void {
  const sent = headers.get(ACCOUNT_HEADER)?.trim() || account
  headers.set(ACCOUNT_HEADER, sent === account ? account : `${sent}, ${account}`)
}
