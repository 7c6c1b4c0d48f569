import type { Metadata } from 'next'
import { cache } from 'react'
import { webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { resendDeliveryAction } from '#app/(dashboard)/webhooks/actions.ts'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { SearchCheck } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { DeliveryAttempts } from '#components/webhooks/attempts.tsx'
import { BodyPane } from '#components/webhooks/body-pane.tsx'
import { DELIVERY_LOOKS, isMoving, saysOf } from '#components/webhooks/webhook-labels.ts'
import { DeliveryPill } from '#components/webhooks/webhook-pills.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { resendDelivery } from '#lib/domain/webhooks/resend.ts'
import type { DeliveryDetails } from '#lib/domain/webhooks/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

type Props = PageProps<'/webhooks/[id]/deliveries/[event]'>

const deliveryOf = cache((id: string, event_id: string) => read(getDeliveryDetails, { id, event_id }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, event } = await params
  const delivery = await deliveryOf(id, event)
  return {
    title: `${delivery.event} ${DELIVERY_LOOKS[delivery.state].word.toLowerCase()} · ${event} · Webhooks`,
  }
}

export default async function DeliveryPage({ params }: Props) {
  const { id, event } = await params
  const [delivery, webhook, { permissions }] = await Promise.all([
    deliveryOf(id, event),
    webhookOf(id),
    requireStaff(),
  ])
  const now = Math.floor(Date.now() / 1000)
  const sends = webhook.state === 'active' || webhook.state === 'failing'
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2.5 text-ink-3">
        <ol className="flex flex-wrap items-center gap-1.5">
          <li>
            <Link href="/webhooks" className="hover:text-ink hover:underline">
              Webhooks
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li>
            <Link href={`/webhooks/${id}`} className="mono hover:text-ink hover:underline">
              {id}
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li aria-current="page">
            <Id value={event} />
          </li>
        </ol>
      </nav>
      <Slip stub={<DeliveryStub delivery={delivery} />}>
        <SlipHead
          amount={<span className="mono block text-title leading-7 wrap-anywhere">{delivery.event}</span>}
          actions={
            <>
              <LinkButton href={`/webhooks/${id}?tab=debug&event=${event}`}>
                <SearchCheck aria-hidden="true" /> Debug signature
              </LinkButton>
              <Permitted
                allowed={permissions.has(resendDelivery.permission)}
                permission={resendDelivery.permission}
                label="Resend"
                variant="primary"
              >
                {sends ? (
                  <ActionButton
                    action={resendDeliveryAction}
                    initial={openForm()}
                    hidden={{ id, event_id: event }}
                    variant="primary"
                    pendingText="Queuing…"
                  >
                    Resend
                  </ActionButton>
                ) : (
                  <DisabledAction reason="This webhook is not active. Resume or enable it first.">
                    Resend
                  </DisabledAction>
                )}
              </Permitted>
            </>
          }
        >
          <DeliveryPill state={delivery.state} />
          <span>{saysOf(delivery.event)}</span>
        </SlipHead>
        <div className="mt-5 grid grid-cols-1 gap-6">
          <DeliveryAttempts delivery={delivery} attempts={delivery.attempts_made} now={now} sends={sends} />
          <section aria-labelledby="body" className="grid gap-2">
            <h2 id="body" className="text-table font-semibold">
              Payload
            </h2>
            <BodyPane body={delivery.body} label="Request body" />
          </section>
        </div>
      </Slip>
      {isMoving(delivery, now) && <AutoRefresh seconds={3} />}
    </>
  )
}

function DeliveryStub({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <>
      <StubSection title="Delivery">
        <DescriptionList>
          <Entry term="Event">
            <Id value={delivery.event_id} href={`/events/${delivery.event_id}`} />
          </Entry>
          <Entry term="Object">
            {delivery.object_id && <Id value={delivery.object_id} href={`/${delivery.object_id}`} />}
          </Entry>
          <Entry term="Attempts">
            <span className="num">{delivery.attempts}</span>
          </Entry>
          <Entry term="Created">
            <Time at={delivery.created_at} form="full" focusable />
          </Entry>
          <Entry term="Delivered">
            <Time at={delivery.delivered_at} form="full" focusable />
          </Entry>
          <Entry term="Next">
            {delivery.due_at === null ? (
              'no further attempt'
            ) : (
              <Time at={delivery.due_at} form="full" focusable />
            )}
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Endpoint">
        <Link href={`/webhooks/${delivery.endpoint_id}`} className="link wrap-anywhere">
          {delivery.url}
        </Link>
      </StubSection>
    </>
  )
}
