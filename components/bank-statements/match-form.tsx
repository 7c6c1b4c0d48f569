'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Candidate } from '#lib/domain/bank-statements/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { matchForm } from './bank-forms.ts'

type MatchFormProps = { id: string; candidates: Candidate[]; action: FormAction; initial: FormState }

/** Which settlement a credit pays. */
export function MatchForm({ id, candidates, action, initial }: MatchFormProps) {
  const form = useStaffForm({ action, initial, declaration: matchForm })
  return (
    <StaffForm form={form} hidden={{ id }} className="grid max-w-110 gap-5">
      <FormError title="Not matched" />
      {candidates.length > 0 && (
        <RadioField
          name="candidate"
          legend="Settlements of the same week without a credit, nearest amount first"
          options={candidates.map((one) => ({
            value: one.id,
            label: (
              <>
                <Money amount={one.amount} currency={one.currency} />, <span className="mono">{one.id}</span>
              </>
            ),
            hint: (
              <>
                {one.utr ?? 'No UTR'}
                {one.finished_at !== null && (
                  <>
                    , <Time at={one.finished_at} />
                  </>
                )}
              </>
            ),
          }))}
        />
      )}
      <TextField
        name="settlement_id"
        label={candidates.length > 0 ? 'Or a settlement ID' : 'Settlement ID'}
        optional={candidates.length > 0}
        placeholder="setl_…"
        mono
      />
      <div>
        <Submit pendingText="Matching…">Match</Submit>
      </div>
    </StaffForm>
  )
}
