import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { DeliveryState, EndpointState } from '#lib/domain/webhooks/schema.ts'
import { DELIVERY_LOOKS, ENDPOINT_LOOKS } from './webhook-labels.ts'

export function EndpointPill({ state }: { state: EndpointState }) {
  const { tone, icon, word, hint } = ENDPOINT_LOOKS[state]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

export function DeliveryPill({ state }: { state: DeliveryState }) {
  const { tone, icon, word, hint } = DELIVERY_LOOKS[state]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}
