import { debugPayment, debugWebhook } from '#app/(dashboard)/webhooks/debug/actions.ts'
import type { Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { DebugForm } from '#components/webhooks/debug-form.tsx'
import { DeliveryChoice } from '#components/webhooks/delivery-choice.tsx'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { listDeliveriesForDashboard } from '#lib/domain/webhooks/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

/** Where signatures are looked at: for one endpoint, with its deliveries to choose from, or for whatever is pasted. */
export async function SignatureChecker({ id, query }: { id?: string; query: Query }) {
  if (id === undefined) return <Anywhere query={query} />
  const { items } = await read(listDeliveriesForDashboard, { id, count: 25 })
  const chosen = query.event ? await tryRead(getDeliveryDetails, { id, event_id: query.event }) : null
  const delivery = chosen?.ok ? chosen.value : null
  const headers = Object.entries(delivery?.attempts_made[0]?.request_headers ?? {})
  const values = delivery
    ? { body: delivery.body, headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n') }
    : ({} as Record<string, string>)
  return (
    <div className="grid grid-cols-1 gap-5">
      {items.length > 0 && (
        <DeliveryChoice path={`/webhooks/${id}`} deliveries={items} chosen={delivery?.event_id} />
      )}
      <DebugForm
        key={delivery?.event_id}
        kind="webhook"
        id={id}
        action={debugWebhook}
        initial={openForm(values)}
      />
    </div>
  )
}

function Anywhere({ query }: { query: Query }) {
  const payment = query.kind === 'payment'
  return (
    <>
      <Tabs
        label="Source"
        tabs={[
          { href: '/webhooks/debug', label: 'Webhook', current: !payment },
          { href: '/webhooks/debug?kind=payment', label: 'Payment', current: payment },
        ]}
      />
      <DebugForm
        key={query.kind}
        kind={payment ? 'payment' : 'webhook'}
        action={payment ? debugPayment : debugWebhook}
        initial={openForm()}
      />
    </>
  )
}
