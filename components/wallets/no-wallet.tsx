import Link from 'next/link'

/** The tab of a customer in an account without the product. */
export function NoWallet() {
  return (
    <p className="mt-3 max-w-[60ch] text-ink-2">
      This account has no wallets: the product is discontinued and serves only the accounts that had it.{' '}
      <Link href="/docs/wallets-discontinued" className="link">
        What that means
      </Link>
    </p>
  )
}
