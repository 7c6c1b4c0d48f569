import { RotateCw } from 'lucide-react'
import { z } from 'zod'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { LOG_LEAD, SOURCE_LABELS, STATUS_LABELS } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { LogsTable } from '#components/logs/logs-table.tsx'
import { SearchedNote, searchedText } from '#components/logs/searched-note.tsx'
import { boundedCount } from '#components/shared/list/count-text.ts'
import { choice, period, text, yes } from '#components/shared/list/filters.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith, PLACE } from '#components/ui/query.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { HTTP_METHODS, SOURCES, STATUS_CLASSES } from '#lib/domain/requests/schema.ts'
import { flagParam, param } from '#lib/filters/list-params.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'

const Method = z.enum(HTTP_METHODS, `Method must be ${HTTP_METHODS.join(', ')}.`)
const methods = Object.fromEntries(HTTP_METHODS.map((method) => [method, method]))
const Source = z.enum(SOURCES, `Source must be ${SOURCES.join(', ')}.`)

export const byActor = text(param('actor', shortText(255, 'A key or user')), {
  label: 'Key or user',
  placeholder: 'key_test_… or an email',
  maxLength: 255,
})
export const bySource = choice(param('source', Source), { label: 'Source', choices: SOURCE_LABELS })

/** A text of limited length, as in the column. */
const column = (name: string, max: number, label: string, placeholder: string, whenSet?: true) =>
  text(param(name, shortText(max, label)), {
    label,
    placeholder,
    maxLength: max,
    ...(whenSet && { whenSet }),
  })

export const logList = staffList({
  path: '/logs',
  title: 'Logs',
  noun: 'request',
  cursor: 'request',
  operation: listRequestsForDashboard,
  exported: true,
  live: true,
  filters: [
    choice(param('status', several(STATUS_CLASSES, 'status')), { label: 'Status', choices: STATUS_LABELS }),
    period(),
    column('reason', 60, 'Reason', 'input_validation_failed'),
    column('field', 100, 'Field', 'amount', true),
    column('operation', 60, 'Operation', 'create_order', true),
    column('path', 200, 'Path starts with', '/v1/payments'),
    choice(param('method', Method), { label: 'Method', choices: methods }),
    byActor,
    column('object', 60, 'Object', 'pay_…'),
    bySource,
    column('ip', 60, 'IP address', '203.0.113.9'),
    column('key', 255, 'Idempotency key', 'order-1'),
    column('client_request', 128, 'Client request ID', 'The X-Request-Id that you sent', true),
    yes(flagParam('slow'), 'Slow', 'over 1 s'),
  ],
  lead: () => LOG_LEAD,
  top: () => <LogTabs current="requests" />,
  below: ({ searched }, { query }) => <SearchedNote path="/logs" query={query} searched={searched} />,
  searched: ({ searched }) => searched && searchedText(searched),
  result: ({ total }) => boundedCount(total, MAX_COUNTED, 'request'),
  table: (requests, _, kit) => <LogsTable kit={kit} requests={requests} />,
  actions: (draw) => (
    <>
      {/* A document of its own: new lines also come without script. */}
      <DocumentButton href={hrefWith('/logs', draw.query, PLACE)}>
        <RotateCw aria-hidden="true" /> Refresh
      </DocumentButton>
      <Export list={{ path: '/logs' }} draw={draw} />
    </>
  ),
  nothing: () => (
    <NothingYet
      title="No requests yet"
      action={
        <LinkButton href="/api-keys/new" variant="primary">
          Create API key
        </LinkButton>
      }
    >
      API requests appear here within seconds, with request and response bodies and without secrets.
    </NothingYet>
  ),
})
