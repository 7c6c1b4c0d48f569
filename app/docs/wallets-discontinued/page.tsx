import type { Metadata } from 'next'
import { prose } from '#components/docs/guides/prose.tsx'
import Text from '#components/docs/guides/wallets-discontinued.mdx'

export const metadata: Metadata = { title: 'Wallets are discontinued' }

/** The note that every wallet response links to. It needs no sign-in: clients read the header, people this page. */
export default function WalletsDiscontinued() {
  return (
    <article className="max-w-[720px]">
      <h1 className="text-title font-semibold">Wallets are discontinued</h1>
      <div className={prose}>
        <Text />
      </div>
    </article>
  )
}
