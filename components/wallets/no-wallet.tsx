import { Link } from '#components/ui/link.tsx'

/** The tab of a customer in an account without the product. */
export function NoWallet() {
  return (
    <p className="mt-3 max-w-[60ch] text-ink-2">
      Wallets are discontinued and available only to accounts that already had them.{' '}
      <Link href="/docs/wallets-discontinued" className="link">
        Learn more
      </Link>
    </p>
  )
}
