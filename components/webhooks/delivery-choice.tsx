import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'

type DeliveryChoiceProps = { path: string; deliveries: Delivery[]; chosen: string | undefined }

/** A delivery to fill the fields from: a plain GET form. */
export function DeliveryChoice({ path, deliveries, chosen }: DeliveryChoiceProps) {
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
