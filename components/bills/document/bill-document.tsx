import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { BILL_TITLES } from '#lib/print/bill-names.ts'
import type { Theme } from '#lib/values/preferences.ts'
import { BillPage } from './bill-page.tsx'
import { BillPaper } from './bill-paper.tsx'
import { QrCode } from './qr-code.tsx'
import { WithdrawnBill } from './withdrawn-bill.tsx'

type BillDocumentProps = {
  bill: Bill
  seller: Seller
  /** The path of the page, to which its links are appended. */
  path: string
  roll: boolean
  theme: Theme
  styles: string
  nonce: string
}

/** The public page of a bill, or its notice once the bill was withdrawn. */
export function BillDocument({ bill, seller, path, roll, ...page }: BillDocumentProps) {
  const withdrawn = bill.status === 'deleted'
  const name = withdrawn ? 'Withdrawn bill' : BILL_TITLES[bill.receipt_type]
  return (
    <BillPage {...page} title={`${name} ${bill.receipt_number} · ${seller.name}`} roll={roll}>
      {!withdrawn && <Links path={path} roll={roll} />}
      <main>
        {withdrawn ? (
          <WithdrawnBill bill={bill} seller={seller} />
        ) : (
          <BillPaper bill={bill} seller={seller} heading="h1" code={<Code url={bill.receipt_url} />} />
        )}
      </main>
      {!withdrawn && (
        <footer className="page-foot">
          <p>Anyone with this link can view the bill. Share it with care.</p>
        </footer>
      )}
    </BillPage>
  )
}

function Code({ url }: { url: string }) {
  return (
    <>
      <QrCode text={url} label="QR code of this bill's URL" />
      <span>Scan to view this bill</span>
    </>
  )
}

function Links({ path, roll }: { path: string; roll: boolean }) {
  return (
    <nav className="page-links" aria-label="This bill">
      <ul>
        <li>
          <a href={`${path}/pdf`} download>
            Download PDF
          </a>
        </li>
      </ul>
      <ul aria-label="Paper">
        <li>{roll ? <a href={path}>Full page</a> : <span aria-current="page">Full page</span>}</li>
        <li>
          {roll ? <span aria-current="page">80 mm roll</span> : <a href={`${path}?paper=80`}>80 mm roll</a>}
        </li>
      </ul>
    </nav>
  )
}
