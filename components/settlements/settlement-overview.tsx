import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { SumTable } from './sum-table.tsx'

/** The progress of a settlement, and its sum by kind of movement, each with its movements. */
export function SettlementOverview({ settlement }: { settlement: SettlementDetails }) {
  const { status, failure_reason } = settlement
  return (
    <>
      <Stepper label="Settlement progress" steps={stepsOf(settlement)} />
      {status === 'failed' && (
        <div className="mt-4">
          <Notice tone="bad" title={failure_reason ?? 'The bank could not pay this settlement.'}>
            The amount is back in your balance and part of the next settlement.
          </Notice>
        </div>
      )}
      <div className="mb-5">
        <SumTable settlement={settlement} />
      </div>
    </>
  )
}

function stepsOf({ status, created_at, finished_at }: SettlementDetails): Step[] {
  const begun: Step = {
    label: 'Created',
    state: status === 'created' ? 'now' : 'done',
    note: <Time at={created_at} focusable />,
  }
  const end = finished_at !== null && <Time at={finished_at} focusable />
  if (status === 'failed') return [begun, { label: 'Failed', state: 'failed', note: end }]
  return [begun, { label: 'Processed', state: status === 'processed' ? 'done' : 'ahead', note: end }]
}
