import { FieldError } from '#components/ui/field.tsx'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { Time } from '#components/ui/time.tsx'
import type { RefundSubject } from './refund-subject.ts'

type Speed = 'normal' | 'optimum'

type SpeedChoiceProps = {
  payment: RefundSubject
  speed: Speed
  onSpeed?: (speed: Speed) => void
  error?: string | undefined
  /** Explains both speeds, where choosing one cannot change the words. */
  both?: boolean
}

/** How fast the money goes back, with the days on which it arrives. */
export function SpeedChoice({ payment, speed, onSpeed, error, both = false }: SpeedChoiceProps) {
  if (payment.wallet)
    return <p className="text-small text-ink-2">Returned to the customer's wallet immediately.</p>
  return (
    <div>
      <SegmentedControl
        legend="Speed"
        showLegend
        name="speed"
        options={[
          { value: 'normal', label: 'Normal' },
          { value: 'optimum', label: 'Optimum', disabled: !payment.instant },
        ]}
        {...(onSpeed
          ? { value: speed, onChange: (event) => onSpeed(event.target.value as Speed) }
          : { defaultValue: speed })}
      />
      <FieldError id="speed-error" error={error} />
      <p className="mt-1 text-small text-ink-2">
        {both
          ? 'Normal: within'
          : speed === 'optimum'
            ? 'Instant if the bank supports it, otherwise within'
            : 'Within'}{' '}
        5 to 7 working days, <Arrival payment={payment} />.
        {both && payment.instant && ' Optimum: instant if the bank supports it, otherwise the same.'}
        {!payment.instant && ` Optimum is not available: ${payment.method} does not support instant refunds.`}
      </p>
    </div>
  )
}

function Arrival({ payment: { arrives } }: { payment: RefundSubject }) {
  return (
    <>
      <Time at={arrives.from} form="date" /> to <Time at={arrives.to} form="date" />
    </>
  )
}
