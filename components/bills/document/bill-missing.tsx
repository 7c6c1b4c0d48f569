import type { Theme } from '#lib/values/preferences.ts'
import { BillPage } from './bill-page.tsx'

/** The page of an unknown bill URL. */
export function BillMissing(page: { theme: Theme; styles: string; nonce: string }) {
  return (
    <BillPage {...page} title="Bill not found">
      <main className="page-message">
        <h1>Bill not found</h1>
        <p>Check that the link is complete, or ask the shop to send it again.</p>
      </main>
    </BillPage>
  )
}
