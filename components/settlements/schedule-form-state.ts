import { MAX_SETTLEMENT_DELAY, UpdateSettlementSettings } from '#lib/domain/settlements/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Whether the balance is settled, and after how many working days. */
export const scheduleForm = {
  fields: ['schedule', 'delay_days', 'password'],
  schema: UpdateSettlementSettings,
  read(form: FormReader) {
    const schedule = form.text('schedule')
    const days = form.text('delay_days')
    // A delay that is not used is not checked.
    if (schedule === 'off') return { schedule }
    return { schedule, delay_days: /^\d+$/.test(days) ? Number(days) : Number.NaN }
  },
} satisfies FormDeclaration

export const DELAY_HINT = `Working days from capture to settlement, 0 to ${MAX_SETTLEMENT_DELAY}. Banks in India usually settle after 2.`
