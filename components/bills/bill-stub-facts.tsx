import { MAIL_LOOKS } from '#components/mails/mail-labels.ts'
import { MailPill } from '#components/mails/mail-pill.tsx'
import { contactText } from '#components/payments/contact-text.ts'
import { QrCode } from '#components/shared/qr-code.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { ExternalLink } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { CATEGORY_LABELS, DELIVERY_LABELS } from '#lib/domain/bills/schema/labels.ts'
import type { Bill, BillDetails } from '#lib/domain/bills/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'

/** The page that the customer keeps: its link, the same as a code to scan, and a way to see it. */
export function BillPublicPage({ bill }: { bill: Bill }) {
  const url = bill.receipt_url
  return (
    <StubSection title="Public page">
      <p className="mb-2.5 text-small text-ink-2">
        {bill.status === 'deleted'
          ? 'The page shows the bill as withdrawn.'
          : "Anyone with this link can see the bill. Search engines don't index the page."}
      </p>
      {bill.status === 'issued' && (
        <QrCode
          text={url}
          label="Public page link as a QR code"
          className="mb-3 size-33 rounded-small border border-line max-phone:mx-auto"
        />
      )}
      <p className="mono mb-2.5 text-ink-2 wrap-anywhere">{url}</p>
      <div className="print:hidden flex flex-wrap gap-2">
        <CopyButton value={url}>Copy link</CopyButton>
        <DocumentButton href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> Open
          <span className="sr-only"> the public page, in a new tab</span>
        </DocumentButton>
      </div>
    </StubSection>
  )
}

/** The stub of a bill: ids, the customer, and its emails. */
export function BillStubFacts({ viewed }: { viewed: BillDetails }) {
  const { bill, customer_id, customer_name, email, contact, mails, created_by, deleted_at } = viewed
  return (
    <>
      <StubSection title="Bill">
        <DescriptionList>
          <Entry term="ID">
            <Id value={bill.id} />
          </Entry>
          <Entry term="Number">
            <span className="mono">{bill.receipt_number}</span>
          </Entry>
          <Entry term="Date">
            <Time at={bill.receipt_timestamp} form="full" focusable />
          </Entry>
          <Entry term="Business">{CATEGORY_LABELS[bill.business_category]}</Entry>
          <Entry term="Delivery">{DELIVERY_LABELS[bill.receipt_delivery]}</Entry>
          {bill.store_code && <Entry term="Store">{bill.store_code}</Entry>}
          {bill.order_number && (
            <Entry term="Order">
              <OrderNumber text={bill.order_number} />
            </Entry>
          )}
          <Entry term="Created">
            <Time at={bill.created_at} form="full" focusable />
          </Entry>
          <Entry term="Created by">{creatorText(created_by)}</Entry>
          {deleted_at !== null && (
            <Entry term="Withdrawn">
              <Time at={deleted_at} form="full" focusable />
            </Entry>
          )}
        </DescriptionList>
      </StubSection>
      {(customer_id || customer_name || email || contact) && (
        <StubSection title="Customer">
          <DescriptionList>
            <Entry term="Name">
              {customer_id ? (
                <Link href={`/customers/${customer_id}`} className="link">
                  {customer_name ?? customer_id}
                </Link>
              ) : (
                customer_name
              )}
            </Entry>
            <Entry term="Email">{email}</Entry>
            <Entry term="Phone">{contact && <span className="num">{contactText(contact)}</span>}</Entry>
            {bill.customer?.gstin && (
              <Entry term="GSTIN">
                <span className="mono">{bill.customer.gstin}</span>
              </Entry>
            )}
          </DescriptionList>
        </StubSection>
      )}
      {mails.length > 0 && <Mails mails={mails} />}
    </>
  )
}

/** The ID of an order here is a link; a number of another system is text. */
function OrderNumber({ text }: { text: string }) {
  return /^order_[0-9A-Za-z]{14}$/.test(text) ? <Id value={text} href={`/orders/${text}`} short /> : text
}

function Mails({ mails }: { mails: BillDetails['mails'] }) {
  return (
    <StubSection title="Emails">
      <ul className="grid gap-2 text-table">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className="flex flex-wrap items-center gap-2">
              {Object.hasOwn(MAIL_LOOKS, mail.status) && (
                <MailPill status={mail.status as keyof typeof MAIL_LOOKS} />
              )}
              <span className="text-small text-ink-3">
                <Time at={mail.created_at} />
              </span>
            </span>
            <span className="wrap-anywhere">{mail.recipient}</span>
          </li>
        ))}
      </ul>
    </StubSection>
  )
}
