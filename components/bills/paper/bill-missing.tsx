import type { Theme } from '#lib/values/preferences.ts'
import { BillPage } from './bill-page.tsx'

/** What an address says that is no bill's. */
export function BillMissing(page: { theme: Theme; styles: string; nonce: string }) {
  return (
    <BillPage {...page} title="No such bill">
      <main className="page-message">
        <h1>There is no bill at this address</h1>
        <p>Check that the whole address arrived, or ask the shop to send it again.</p>
      </main>
    </BillPage>
  )
}
