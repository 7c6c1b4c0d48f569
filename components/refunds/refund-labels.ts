import type { ListedRefund } from '#lib/domain/refunds/schema.ts'
import { REFUND_DAYS, refundDue, workingDaysSince } from '#lib/values/working-days.ts'

/** The speed that was asked for, and the one it had where that is another. */
export function speedWords({
  speed_requested,
  speed_processed,
}: Pick<ListedRefund, 'speed_requested' | 'speed_processed'>): string {
  const request = speed_requested === 'optimum' ? 'Optimum' : 'Normal'
  return speed_processed === null || speed_processed === speed_requested
    ? request
    : `${request} → ${speed_processed}`
}

/** How far a pending refund is, in working days, and whether it should have arrived. */
export function ageOf(
  { created_at }: Pick<ListedRefund, 'created_at'>,
  now: number,
): { day: number; max: number; overdue: boolean } {
  return {
    day: workingDaysSince(created_at, now),
    max: REFUND_DAYS.max,
    overdue: refundDue(created_at) < now,
  }
}
