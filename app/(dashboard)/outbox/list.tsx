import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { groupedMails } from '#components/mails/grouped-mails.ts'
import { MailsTable } from '#components/mails/mails-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { TriangleAlert } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listMailsForDashboard, MAIL_FILTERS } from '#lib/domain/mails/list.ts'

export const outboxList = staffList({
  path: '/outbox',
  title: 'Outbox',
  noun: 'email',
  cursor: 'mail',
  operation: listMailsForDashboard,
  // A row can stand for several emails, so a selection of rows would leave some out.
  exported: 'whole',
  tabs: {
    label: 'Sent to',
    of: [
      { count: 'all', label: 'All' },
      { count: 'customers', label: 'To customers', set: { to: 'customers' } },
      { count: 'staff', label: 'To staff', set: { to: 'staff' } },
    ],
  },
  filters: MAIL_FILTERS,
  lead: (_, page) => (page?.sends === false ? <NoServer /> : 'Emails sent to customers and staff.'),
  sort: ['created'],
  actions: (draw) => <Export list={{ path: '/outbox' }} draw={draw} />,
  table: (mails, { query }, kit) => (
    <MailsTable kit={kit} mails={query.about === undefined ? groupedMails(mails) : mails} />
  ),
  nothing: (_, { sends }) => (
    <NothingYet
      title="No emails yet"
      action={
        <LinkButton href="/bills" variant="primary">
          See bills
        </LinkButton>
      }
    >
      {sends
        ? 'Emails that you send appear here with their delivery status.'
        : 'SMTP is not configured. Emails are stored here and not sent.'}
    </NothingYet>
  ),
})

function NoServer() {
  return (
    <>
      <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-text-bottom text-wait" />
      <b className="font-[580] text-ink">SMTP is not configured.</b> Emails are stored here and not sent. Set
      SMTP_URL and MAIL_FROM, then resend them.
    </>
  )
}
