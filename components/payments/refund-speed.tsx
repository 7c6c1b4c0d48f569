'use client'
import { useState } from 'react'
import { useForm } from '#components/shared/form/staff-form.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { Time } from '#components/ui/time.tsx'
import type { RefundSubject } from './refund-subject.ts'

/** How fast the money goes back, with the days on which it arrives. */
export function SpeedChoice({ payment, dialog }: { payment: RefundSubject; dialog: boolean }) {
  const { errorOf, initialOf } = useForm()
  const [speed, setSpeed] = useState(initialOf('speed') === 'optimum' ? 'optimum' : 'normal')
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
        value={speed}
        onChange={(event) => setSpeed(event.target.value)}
      />
      <FieldError id="speed-error" error={errorOf('speed')} />
      <p className="mt-1 text-small text-ink-2">
        <span className="noscript:hidden">
          {speed === 'optimum' ? 'Instant if the bank supports it, otherwise within' : 'Within'}
        </span>
        {!dialog && <span className="hidden noscript:inline">Normal: within</span>} 5 to 7 working days,{' '}
        <Arrival payment={payment} />.
        {payment.instant && !dialog && (
          // Without script choosing one cannot change the words, so both are explained.
          <span className="hidden noscript:inline">
            {' '}
            Optimum: instant if the bank supports it, otherwise the same.
          </span>
        )}
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
