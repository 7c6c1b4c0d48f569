import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import type { Query } from '#components/ui/query.ts'
import { Select } from '#components/ui/select.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { DebugForm } from '#components/webhooks/debug-form.tsx'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { listDeliveriesForDashboard } from '#lib/domain/webhooks/list.ts'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { debugPaymentAction, debugWebhookAction } from './actions.ts'

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
        action={debugWebhookAction}
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
        action={payment ? debugPaymentAction : debugWebhookAction}
        initial={openForm()}
      />
    </>
  )
}

type DeliveryChoiceProps = { path: string; deliveries: Delivery[]; chosen: string | undefined }

/** A delivery to fill the fields from: a plain GET form. */
function DeliveryChoice({ path, deliveries, chosen }: DeliveryChoiceProps) {
  return (
    <form action={path} className="flex max-w-160 flex-wrap items-end gap-2">
      <input type="hidden" name="tab" value="debug" />
      <Field label="Start from a delivery" className="min-w-0 flex-1 basis-60">
        {(control) => (
          <Select {...control} key={chosen} name="event" defaultValue={chosen ?? deliveries[0]?.event_id}>
            {deliveries.map(({ event_id, event, object_id }) => (
              <option key={event_id} value={event_id}>
                {event} · {object_id ?? event_id}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="min-h-9.5">
        Fill in
      </Button>
    </form>
  )
}
