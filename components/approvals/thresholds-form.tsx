'use client'
import { AmountField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { FLOW_NAMES, FLOWS, type Flow, roleThresholdLabel } from '#lib/domain/approvals/schema/policy.ts'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { thresholdFieldOf, thresholdsFormOf } from './thresholds-form-state.ts'

type ThresholdsFormProps = {
  thresholds: ApprovalThresholds
  saved: boolean
  live: boolean
  /** Why this person may not change them, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** The amounts above which money that leaves needs a second person. */
export function ThresholdsForm({
  thresholds,
  saved,
  live,
  disabledReason,
  initial,
  action,
}: ThresholdsFormProps) {
  const { currency, other_approvers } = thresholds
  const form = useStaffForm({ action, initial, declaration: thresholdsFormOf(thresholds), currency })
  return (
    <StaffForm form={form}>
      <Slip stub={<Rules />}>
        <div className="grid max-w-130 gap-6">
          {saved && !form.state.error && (
            <Notice tone="good" role="status">
              Thresholds saved. They apply from the next request.
            </Notice>
          )}
          <FormError title="Thresholds not saved" />
          {other_approvers === 0 && (
            <Notice tone="wait" title="No one else can approve">
              Requests above a threshold expire, and a looser threshold takes effect after 24 hours. Add
              another owner or admin.
            </Notice>
          )}
          {FLOW_NAMES.map((flow) => (
            <FlowFields
              key={flow}
              flow={flow}
              roles={thresholds[flow].roles}
              currency={currency}
              readOnly={disabledReason !== null}
            />
          ))}
          {disabledReason === null && <ReasonField />}
          {live && disabledReason === null && <PasswordField />}
          <SaveOrReason disabledReason={disabledReason} />
        </div>
      </Slip>
    </StaffForm>
  )
}

type FlowFieldsProps = {
  flow: Flow
  roles: ApprovalThresholds[Flow]['roles']
  currency: string
  readOnly: boolean
}

/** The thresholds of one kind of money: for everyone, and by role. */
function FlowFields({ flow, roles, ...field }: FlowFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <legend className="float-left text-lead font-semibold">{FLOWS[flow].label}</legend>
      <AmountField
        name={thresholdFieldOf(flow, 'merchant')}
        label={FLOWS[flow].threshold}
        optional
        placeholder="none"
        hint="Applies to every role and its API keys and connected apps. Leave blank to use only the thresholds by role below."
        {...field}
      />
      <div className="grid grid-cols-1 gap-4 desk:grid-cols-2">
        {roles.map(({ id, name }) => (
          <AmountField
            key={id}
            name={thresholdFieldOf(flow, id)}
            label={roleThresholdLabel(flow, name)}
            optional
            placeholder="none"
            {...field}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Rules() {
  return (
    <StubSection title="How it works">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>Amounts add up over 24 hours: per person, per connected app, and per payment or customer.</li>
        <li>A request above a threshold waits under Approvals until someone else approves it.</li>
        <li>It expires after 24 hours. Nothing moves before it is approved.</li>
        <li>API keys use the threshold of the person who made them, or one of their own.</li>
        <li>Roles that you create get a threshold here as soon as they may move the money.</li>
        <li>Raising or removing a threshold needs approval, too. Lowering one takes effect immediately.</li>
      </ul>
    </StubSection>
  )
}
