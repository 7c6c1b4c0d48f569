import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { sendEventAction } from '#app/(dashboard)/webhooks/actions.ts'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { queryOf } from '#components/ui/query.ts'
import { BodyPane } from '#components/webhooks/body-pane.tsx'
import { SendChoice } from '#components/webhooks/send-choice.tsx'
import { fetchEventExamples } from '#lib/domain/events/fetch.ts'
import { previewEvent } from '#lib/domain/webhooks/send-event.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Send event · Webhooks' }

/** Two steps in one address: what of what, then the body that would be sent, with the button that sends it. */
export default async function SendEvent({ params, searchParams }: PageProps<'/webhooks/[id]/send'>) {
  const [{ id }, { event = '', object = '' }] = await Promise.all([params, searchParams.then(queryOf)])
  const examples = await read(fetchEventExamples, {})
  const newest = Object.fromEntries(examples.items.map((example) => [example.event, example.object_id ?? '']))
  const object_id = object === '' ? (newest[event] ?? '') : object
  const preview =
    event === '' || object_id === ''
      ? null
      : await tryRead(previewEvent, { id, event: event as 'order.paid', object_id })
  return (
    <ChangePage
      id={id}
      title="Send event"
      says="Sends an event for the current state of an object to this endpoint only, regardless of its subscriptions."
    >
      <SendChoice
        path={`/webhooks/${id}/send`}
        event={event}
        object={object_id}
        problem={
          preview !== null && !preview.ok
            ? preview.description
            : event !== '' && object_id === ''
              ? 'Enter an object ID. There is no earlier event of this type.'
              : undefined
        }
      />
      {preview?.ok && (
        <section aria-labelledby="preview" className="mt-6 grid max-w-200 gap-3">
          <h2 id="preview" className="text-table font-semibold">
            Payload
          </h2>
          <BodyPane body={preview.value.body} label="Body" />
          <Notice>The timestamp is updated when the event is sent.</Notice>
          <ActionButton
            action={sendEventAction}
            initial={openForm()}
            hidden={{ id, event, object_id }}
            variant="primary"
            pendingText="Sending…"
          >
            Send {event}
          </ActionButton>
        </section>
      )}
    </ChangePage>
  )
}
